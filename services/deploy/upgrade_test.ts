/** Starts the platform on the database of an older version, which it must migrate. */
import assert from "node:assert/strict";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { openServer, type Sql } from "lib/database/db.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { createDatabase } from "lib/database/server_fixture.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";
import { addressesOf } from "./started.ts";
import { callsOf, chat } from "./first_uses.ts";

const ROOT = new URL("../../", import.meta.url);
/** Settings of the older platform; beside the databases only its secrets are kept. */
const SECRETS = {
  JWT_SECRET: "the-secret-of-a-platform-of-before-0123456789",
  GATEWAY_ADMIN_KEY: "dwn-admin-of-a-platform-of-before",
  AUDIT_SECRET: "the-audit-secret-of-a-platform-of-before-1",
  PII_SECRET: "the-pii-secret-of-a-platform-of-before-12345",
};
/** A virtual key issued by the older platform. */
const KEY = "dwn-XonxsNBhmAt_C1ZDipUCJ1Nm4_8-8pPSeZaIVx3xl28";
const server = Deno.env.get("TEST_DATABASE_URL");

async function fillAsBefore(sql: Sql): Promise<void> {
  const file = await Deno.open(new URL("before/before.sql.gz", import.meta.url));
  await sql.unsafe(await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text());
}

/** Starts all services on a data folder, with settings in addition to the secrets. */
async function start(settings: Record<string, string>) {
  const names = [
    "GATEWAY",
    "PROCUREMENT",
    "VOICE",
    "DOCUMENTS",
    "COMPLIANCE",
    "AGENTS",
    "EVALUATION",
    "GUARD",
  ];
  const ports = Object.fromEntries([...names, "CONSOLE"].map((name) => [`${name}_PORT`, "0"]));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", "services/main.ts"],
    cwd: ROOT,
    env: { ...ports, ...SECRETS, ...settings },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const faults = new Response(child.stderr).text();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
    assert.equal(await faults, "");
  };
  const addresses = await addressesOf(child);
  return { urlOf: (service: string) => addresses.get(service) ?? "", [Symbol.asyncDispose]: stop };
}

/** Checks that all data of the older platform is present. */
async function checkOlderData(urlOf: (service: string) => string): Promise<void> {
  const headers = {
    authorization: `Bearer ${await signJwt(SECRETS.JWT_SECRET, { sub: "admin", role: "admin" })}`,
  };
  const ask = async (service: string, path: string) => {
    const response = await fetch(`${urlOf(service)}${path}`, { headers });
    assert.equal(response.status, 200, `${service} ${path}: ${await response.clone().text()}`);
    return await response.json();
  };
  const total = async (service: string, path: string) =>
    z.object({ total: z.int() }).parse(await ask(service, path)).total;
  const count = async (service: string, path: string) =>
    z.array(z.unknown()).parse(await ask(service, path)).length;
  assert.deepEqual({
    tenders: await total("procurement", "/api/v1/tenders"),
    suppliers: await total("procurement", "/api/v1/suppliers"),
    documents: await total("documents", "/api/v1/docs/documents"),
    systems: await count("compliance", "/api/v1/comply/systems"),
    agents: await count("agents", "/api/v1/agents"),
    results: await count("evaluation", "/api/v1/results"),
    policies: await count("guard", "/api/v1/policies"),
  }, { tenders: 9, suppliers: 7, documents: 8, systems: 3, agents: 3, results: 10, policies: 3 });
  const { valid, checked } = z.object({ valid: z.boolean(), checked: z.int() })
    .parse(await ask("guard", "/api/v1/audit/verify"));
  assert.deepEqual({ valid, enough: checked >= 29 }, { valid: true, enough: true });
  assert.equal(await callsOf(urlOf("gateway"), SECRETS.GATEWAY_ADMIN_KEY), 400);
}

async function tryUpgrade(settings: Record<string, string>): Promise<void> {
  await using platform = await start(settings);
  await checkOlderData(platform.urlOf);
  // Last, since it adds data.
  await chat(platform.urlOf("gateway"), { key: KEY, adminKey: SECRETS.GATEWAY_ADMIN_KEY, calls: 401 });
}

Deno.test("the embedded database of an older platform is brought along when the services start, and nothing is lost", async () => {
  const dir = await Deno.makeTempDir({ prefix: "upgrade-" });
  try {
    const before = await openEmbedded(`${dir}/pg`, { template: await testTemplate() });
    await fillAsBefore(before.sql);
    await before.close();
    await tryUpgrade({ DATA_DIR: dir, DATABASE_URL: "" });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test({
  name:
    `a server's database of an older platform is brought along when the services start, and nothing is lost${
      server ? "" : ", skipped: TEST_DATABASE_URL is not set"
    }`,
  ignore: !server,
  async fn() {
    const dir = await Deno.makeTempDir({ prefix: "upgrade-" });
    const fresh = await createDatabase(server ?? "");
    try {
      const before = openServer(fresh.url, 1);
      await fillAsBefore(before.sql);
      await before.close();
      await tryUpgrade({ DATA_DIR: dir, DATABASE_URL: fresh.url });
    } finally {
      await fresh.drop();
      await Deno.remove(dir, { recursive: true });
    }
  },
});
