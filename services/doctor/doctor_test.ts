import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { readEnv, SharedEnv } from "lib/env.ts";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { type ScriptedServer, serveScript } from "lib/testing.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { GatewayProviderEnv } from "../gateway/providers/provider_env.ts";
import { checkClock } from "./clock_check.ts";
import type { Finding } from "./finding.ts";
import { checkProviders } from "./providers_check.ts";
import { checkServices } from "./services_check.ts";
import { checkDisk, checkFolder } from "./storage_check.ts";
import { everywhere } from "../console/console_fixture.ts";

const KEY = "sk-of-this-test-only";

/** A provider whose list of models answers `status`, and whose clock is `aheadMs` behind. */
function provider(status: number, behindMs = 0): ScriptedServer {
  const date = () => new Date(Date.now() - behindMs).toUTCString();
  return serveScript(() => Response.json({ data: [] }, { status, headers: { date: date() } }));
}

async function asked(given: Record<string, string>): Promise<{ findings: Finding[]; ahead: number[] }> {
  return await checkProviders(readEnv(GatewayProviderEnv, (name) => given[name]));
}

for (
  const [status, state, todo] of [
    [200, "ok", undefined],
    [401, "fault", "correct OPENAI_API_KEY"],
    [403, "fault", "correct OPENAI_API_KEY"],
    [404, "fault", "check the path of OPENAI_BASE_URL: OpenAI-compatible servers answer below /v1"],
    [429, "note", "wait, or have the limit raised there"],
    [302, "fault", "check OPENAI_BASE_URL"],
    [500, "fault", "try again later, and see its status page"],
  ] as const
) {
  Deno.test(`a provider that answers ${status} is ${state}, and its key is not said`, async () => {
    await using server = provider(status);
    const { findings } = await asked({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1` });
    const [found] = findings;
    assert.equal(findings.length, 1);
    assert.deepEqual([found?.state, found?.todo], [state, todo]);
    assert.ok(!JSON.stringify(findings).includes(KEY));
    assert.deepEqual(server.requests.map(({ method, path }) => `${method} ${path}`), ["GET /v1/models"]);
    assert.equal(server.requests[0]?.headers.get("authorization"), `Bearer ${KEY}`);
  });
}

Deno.test("each wire is asked for its list, with its own header for the key", async () => {
  await using server = provider(200);
  const { findings } = await asked({
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: server.url,
    AZURE_OPENAI_API_KEY: KEY,
    AZURE_OPENAI_ENDPOINT: server.url,
    AZURE_OPENAI_DEPLOYMENT: "house",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
  });
  assert.deepEqual(findings.map(({ state }) => state).toSorted(), ["note", "ok", "ok"]);
  assert.match(findings.find(({ state }) => state === "note")?.says ?? "", /^bedrock: .*not asked/);
  const seen = server.requests.map((
    { path, headers },
  ) => [path, headers.get("x-api-key") ?? headers.get("api-key")]);
  assert.deepEqual(seen.toSorted(), [
    ["/openai/models?api-version=2024-10-21", KEY],
    ["/v1/models?limit=1", KEY],
  ]);
});

Deno.test("a provider that is not there, and none at all, are told with the setting", async () => {
  const gone = await asked({ OPENAI_BASE_URL: `http://127.0.0.1:${freePort()}/v1` });
  assert.equal(gone.findings[0]?.state, "fault");
  assert.match(gone.findings[0]?.todo ?? "", /OPENAI_BASE_URL/);
  const none = await asked({});
  assert.equal(none.findings[0]?.state, "note");
  assert.match(none.findings[0]?.todo ?? "", /OPENAI_API_KEY/);
  const config = await asked({ GATEWAY_CONFIG: "/nowhere/gateway.yaml" });
  assert.match(config.findings[0]?.says ?? "", /GATEWAY_CONFIG.*cannot be read/);
});

Deno.test("a clock is judged by the nearest of others", async () => {
  await using server = provider(200, 3_600_000);
  const { ahead } = await asked({ OPENAI_BASE_URL: server.url });
  const clock = checkClock(ahead);
  assert.equal(clock.state, "fault");
  assert.match(clock.says, /is 3(599|600|601) s ahead/);
  assert.equal(checkClock([...ahead, 900]).state, "ok");
  assert.equal(checkClock([-9_000]).state, "note");
  assert.equal(checkClock([]).state, "note");
});

Deno.test("a port that another program has is told, and so is what a service lacks", async () => {
  await using stranger = serveScript(() => new Response("hello"));
  await using guard = serveScript(() =>
    Response.json({
      service: "guard",
      status: "degraded",
      dependencies: {
        database: { status: "failing", detail: "failed" },
        safety_model: { status: "not_configured", detail: "set SAFETY_MODEL" },
      },
    })
  );
  const silent = `http://127.0.0.1:${freePort()}`;
  const addresses = { ...everywhere(silent), gateway: stranger.url, guard: guard.url };
  const findings = await checkServices(addresses);
  const of = (name: string) => findings.filter(({ what }) => what === name);
  assert.deepEqual(of("gateway").map(({ state, todo }) => [state, todo]), [[
    "fault",
    "stop it, or set GATEWAY_PORT",
  ]]);
  assert.deepEqual(of("guard").map(({ state, says }) => [state, says]), [
    ["fault", "database: failed"],
    ["note", "safety_model: set SAFETY_MODEL"],
  ]);
  const [down] = of("services");
  assert.match(down?.says ?? "", /^not running: procurement \(http:\S+\), voice .*evaluation/);
  assert.match(down?.todo ?? "", /deno task start:<service>/);
});

const ABSENT = `/tmp/diwan-${crypto.randomUUID()}/data`;
const settingsWith = (DATA_DIR: string) =>
  readEnv(SharedEnv, (name) => name === "DATA_DIR" ? DATA_DIR : undefined);

Deno.test({
  name: "a data folder that is not there yet is no fault, though the folders above it may not be read",
  permissions: { read: [ABSENT], write: [ABSENT], sys: true },
  async fn() {
    const folder = await checkFolder(settingsWith(ABSENT));
    assert.deepEqual([folder.state, /the start makes both/.test(folder.says)], ["note", true]);
    const disk = await checkDisk(settingsWith(ABSENT));
    assert.deepEqual([disk.state, /not there yet/.test(disk.says)], ["note", true]);
  },
});

Deno.test({
  name: "a data folder that cannot be made is a fault, and one that can be is not left behind",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const folder = await checkFolder(settingsWith("/sys/diwan"));
    assert.equal(folder.state, "fault", folder.says);
    assert.match(folder.todo ?? "", /choose another DATA_DIR/);
    const dir = await Deno.makeTempDir();
    try {
      assert.equal((await checkFolder(settingsWith(`${dir}/data`))).state, "note");
      assert.deepEqual(await Array.fromAsync(Deno.readDir(dir)), []);
    } finally {
      await Deno.remove(dir);
    }
  },
});

/** Runs the doctor like its task, in a folder of its own. */
async function examined(dir: string, env: Record<string, string>): Promise<{ code: number; text: string }> {
  const ports = [
    "GATEWAY",
    "PROCUREMENT",
    "VOICE",
    "DOCUMENTS",
    "COMPLIANCE",
    "AGENTS",
    "EVALUATION",
    "GUARD",
  ];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
      new URL("./main.ts", import.meta.url).pathname,
    ],
    cwd: dir,
    env: {
      ...await quickEmbedded(),
      ...Object.fromEntries(ports.map((name) => [`${name}_PORT`, String(freePort())])),
      DATA_DIR: `${dir}/data`,
      DATABASE_URL: "",
      KV_URL: "",
      NO_COLOR: "1",
      ...env,
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(text, new TextDecoder().decode(stderr));
  return { code, text };
}

Deno.test("every wrong setting is listed, and the exit code is 1", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const { code, text } = await examined(dir, {
      GUARD_PORT: "x",
      RATE_LIMIT_PER_MINUTE: "0",
      JWT_SECRET: "short",
      MAX_FILE_SIZE_MB: "many",
    });
    assert.equal(code, 1, text);
    for (const name of ["GUARD_PORT", "RATE_LIMIT_PER_MINUTE", "JWT_SECRET", "MAX_FILE_SIZE_MB"]) {
      assert.match(text, new RegExp(`FAULT settings +${name}:`));
      assert.match(text, new RegExp(`→ correct ${name} in the environment`));
    }
    assert.match(text, /4 faults\.\n$/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a database server that is away, and a folder that others may read, are told", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/data`, { mode: 0o755 });
    await Deno.chmod(`${dir}/data`, 0o755);
    const port = freePort();
    const { code, text } = await examined(dir, {
      DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${port}/diwan`,
      MIN_FREE_DISK_MB: "999999999",
    });
    assert.equal(code, 1, text);
    assert.match(text, /FAULT database +diwan at 127\.0\.0\.1:\d+ cannot be used/);
    assert.match(text, /→ start it, or correct DATABASE_URL/);
    assert.match(text, /FAULT disk +\d+ MB are free, 999999999 are needed/);
    assert.match(text, /note +data folder .*can be read by other users/);
    assert.doesNotMatch(text, /hunter2/);
    assert.match(text, /2 faults\.\n$/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("an installation that is whole has no fault, and is as it was", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/data/kv`, { recursive: true, mode: 0o700 });
    const { EMBEDDED_TEMPLATE: template } = await quickEmbedded();
    await (await openEmbedded(`${dir}/data/pg`, { template, sync: "off" })).close();
    await using server = provider(200);
    const { code, text } = await examined(dir, { OPENAI_BASE_URL: `${server.url}/v1` });
    assert.equal(code, 0, text);
    assert.match(text, /ok +settings/);
    assert.match(text, /ok +database +\S+\/pg opens and answers/);
    assert.match(text, /ok +key-value/);
    assert.match(text, /ok +provider +openai: .* answered 200/);
    assert.match(text, /ok +clock/);
    assert.match(text, /note +services +none runs now/);
    assert.match(text, /No fault\.\n$/);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${dir}/data/kv`)), []);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
