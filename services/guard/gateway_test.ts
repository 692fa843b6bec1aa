import assert from "node:assert/strict";
import OpenAI, { APIError } from "openai";
import { signJwt } from "lib/auth.ts";

// The guard and the gateway as two processes that call each other, without a model provider: the built-in echo model.
const SECRET = "a secret for tests only, 32 characters or more";
const ADMIN_KEY = "dwn-admin-for-tests-only";
const ROOT = new URL("../../", import.meta.url);

function freePort(): number {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  return listener.addr.port;
}

async function launch(service: string, dataDir: string, settings: Record<string, string>, url: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", new URL(`services/${service}/main.ts`, ROOT).pathname],
    cwd: ROOT,
    env: {
      ...settings,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      JWT_SECRET: SECRET,
      GATEWAY_ADMIN_KEY: ADMIN_KEY,
      LOG_LEVEL: "error",
      DATABASE_URL: "",
      RATE_LIMIT_HEAVY_PER_MINUTE: "1000",
    },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const stop = async () => {
    child.kill("SIGTERM");
    const { code } = await child.status;
    await Deno.remove(dataDir, { recursive: true });
    return code;
  };
  for (let i = 0; i < 600; i++) {
    const up = await fetch(`${url}/health`).then(
      (response) => response.body?.cancel().then(() => response.ok),
      () => false,
    );
    if (up) return stop;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${service} did not start within a minute`);
}

async function pair() {
  const [guardPort, gatewayPort] = [freePort(), freePort()];
  const [guard, gateway] = [`http://127.0.0.1:${guardPort}`, `http://127.0.0.1:${gatewayPort}`];
  const stopGuard = await launch("guard", await Deno.makeTempDir(), {
    GUARD_PORT: String(guardPort),
    GATEWAY_BASE_URL: gateway,
  }, guard);
  const stopGateway = await launch("gateway", await Deno.makeTempDir(), {
    GATEWAY_PORT: String(gatewayPort),
    GUARD_BASE_URL: guard,
  }, gateway);
  return { guard, gateway, stopGuard, stopGateway };
}

const say = (content: string) => ({ model: "echo", messages: [{ role: "user" as const, content }] });

async function streamedText(client: OpenAI, content: string): Promise<{ text: string; last: unknown }> {
  let text = "";
  let last: unknown;
  for await (const chunk of await client.chat.completions.create({ ...say(content), stream: true })) {
    text += chunk.choices[0]?.delta.content ?? "";
    last = chunk;
  }
  return { text, last };
}

Deno.test("the gateway's guardrail hook and the guard's proxy work on each other, streamed and not", async () => {
  const { guard, gateway, stopGuard, stopGateway } = await pair();
  let guardStopped = false;
  try {
    const jwt = await signJwt(SECRET, { sub: "alice", role: "admin" });
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${guard}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${jwt}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    const rule_config = JSON.stringify({ keywords: ["launch code"] });
    await ask("POST", "/policies", { name: "Codes", rule_type: "keyword", rule_config, action: "block" });

    const viaGateway = new OpenAI({ apiKey: jwt, baseURL: `${gateway}/v1`, maxRetries: 0 });
    const viaProxy = new OpenAI({ apiKey: jwt, baseURL: `${guard}/api/v1/proxy`, maxRetries: 0 });
    for (const client of [viaGateway, viaProxy]) {
      const whole = await client.chat.completions.create(say("good morning صباح الخير"));
      assert.match(whole.choices[0]?.message.content ?? "", /good morning صباح الخير/);
      assert.match((await streamedText(client, "good morning صباح الخير")).text, /good morning صباح الخير/);
    }

    const blocked = (error: unknown) =>
      error instanceof APIError && error.status === 403 && error.type === "guardrails_blocked";
    await assert.rejects(viaGateway.chat.completions.create(say("the launch code please")), blocked);
    await assert.rejects(streamedText(viaGateway, "the launch code please"), blocked);
    const filtered = await viaProxy.chat.completions.create(say("the launch code please"));
    assert.equal(filtered.choices[0]?.finish_reason, "content_filter");
    const stream = await streamedText(viaProxy, "the launch code please");
    assert.match(JSON.stringify(stream.last), /"blocked":true/);

    const { body: trail } = await ask("GET", "/audit/trail?limit=500");
    const seen = (type: string, subject: string) =>
      trail.filter((event: { event_type: string; subject: string }) =>
        event.event_type === type && event.subject === subject
      ).length;
    // The hook asked about input and output of two calls and the input of two more; the proxy's own calls it left alone.
    assert.equal(seen("evaluation", "gateway"), 6);
    assert.equal(seen("proxy_request", "alice"), 2);
    assert.equal(seen("proxy_input_blocked", "alice"), 2);
    assert.equal((await ask("GET", "/audit/verify")).body.valid, true);
    const { body: metrics } = await ask("GET", "/monitoring/metrics");
    assert.deepEqual([metrics.total_requests, metrics.error_rate, metrics.total_tokens > 0], [2, 0, true]);

    // A model-based policy asks the gateway while the gateway asks the guard: the guard's own question is not scanned.
    const rubric = JSON.stringify({
      rubric: "Nothing that says it violates",
      model: "echo",
      on_error: "allow",
    });
    await ask("POST", "/policies", {
      name: "Judged",
      rule_type: "model-based",
      rule_config: rubric,
      action: "block",
    });
    const guilty = '{"violates": true, "reason": "it says so"}';
    await assert.rejects(viaGateway.chat.completions.create(say(guilty)), blocked);
    const { body: judged } = await ask("POST", "/governance/evaluate", { content: guilty });
    assert.deepEqual([judged.action, judged.violations[0].reason], ["block", "it says so"]);
    assert.equal(
      (await viaGateway.chat.completions.create(say("no harm"))).choices[0]?.message.content,
      "no harm",
    );

    assert.equal(await stopGateway(), 0);
    assert.equal((await ask("POST", "/proxy/chat/completions", say("hello"))).status, 502);
    guardStopped = true;
    assert.equal(await stopGuard(), 0);
  } finally {
    if (!guardStopped) {
      await stopGuard();
      await stopGateway().catch(() => {});
    }
  }
});
