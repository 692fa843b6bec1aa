import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { testKv } from "lib/testing.ts";
import { startGateway, TEST_KEY, testCaller, testTarget } from "../calls/call_fixture.ts";
import { createCircuits } from "../providers/circuit.ts";
import { posted, withProvider } from "./pass_through_fixture.ts";

const ASK = { model: "m", messages: [{ role: "user", content: "Hello" }] };
const BUDGET = { key: "key:k1", scope: "key", id: "k1", limit_nano_usd: 10n ** 9n, period: "daily" } as const;

async function refusal(response: Response): Promise<[number, string, string | null]> {
  const { error } = await response.json();
  return [response.status, error.type, error.code];
}

Deno.test("only credentials with the right pass through; a path without a provider's name is not handled", async () => {
  await withProvider(() => Response.json({}), async ({ ask, gateway, provider }) => {
    assert.deepEqual(await refusal(await ask("/v1/models")), [403, "rbac_denied", null]);
    assert.deepEqual(
      await refusal(await ask("/v1/models", { headers: { authorization: "Bearer x" } })),
      [401, "rbac_denied", null],
    );
    const other = await fetch(`${gateway.url}/other/v1/models`, {
      headers: { authorization: `Bearer ${TEST_KEY}` },
    });
    assert.equal(other.status, 404);
    await other.body?.cancel();
    assert.equal(provider.requests.length, 0);
    assert.deepEqual(gateway.events.map(({ action, resource }) => [action, resource]), [
      ...Array(2).fill(["auth_denied", "/acme/v1/models"]),
    ]);
  }, { caller: { may_pass_through: false } });
});

Deno.test("a key with allowed models must name one of them in path or body, unless it may use all of the provider", async () => {
  const status = async (allowed_models: string[], path: string, body?: unknown) => {
    let answered = 0;
    await withProvider(() => Response.json({}), async ({ ask }) => {
      const response = await ask(path, body === undefined ? {} : posted(body));
      answered = response.status;
      await response.body?.cancel();
    }, { caller: { allowed_models } });
    return answered;
  };
  assert.equal(await status(["m"], "/chat/completions", ASK), 200);
  assert.equal(await status(["acme/other*"], "/chat/completions", { ...ASK, model: "other-1" }), 200);
  assert.equal(await status(["m"], "/chat/completions", { ...ASK, model: "other" }), 403);
  // The gateway has no such model, or calls another provider for it.
  assert.equal(await status(["other"], "/chat/completions", { ...ASK, model: "other" }), 403);
  assert.equal(await status(["m"], "/chat/completions", { ...ASK, models: ["m", "other"] }), 403);
  assert.equal(await status(["m"], "/v1/batches", { requests: [{ params: { model: "other" } }] }), 403);
  assert.equal(
    await status(["m"], "/chat/completions", { ...ASK, tools: [{ type: "x", model: "other" }] }),
    403,
  );
  assert.equal(await status(["m"], "/chat/completions", { ...ASK, metadata: { model: "other" } }), 200);
  assert.equal(await status(["m"], "/files"), 403);
  assert.equal(await status(["acme/*"], "/files"), 200);
});

Deno.test("duplicate names in a body, which could hide another model, are a 422", async () => {
  await withProvider(() => Response.json({}), async ({ ask, provider }) => {
    const body = `{"model":"m","Model":"other","messages":[]}`;
    const response = await ask("/chat/completions", { ...posted(""), body });
    assert.equal(response.status, 422);
    await response.body?.cancel();
    assert.equal(provider.requests.length, 0);
  });
});

Deno.test("when a budget applies, a call that may cost money must name a model with a price", async () => {
  const script = () => Response.json({ usage: { prompt_tokens: 3, completion_tokens: 4 } });
  const caller = { budgets: [BUDGET] };
  await withProvider(script, async ({ ask, provider }) => {
    const paid = await ask("/chat/completions", posted(ASK));
    assert.deepEqual([paid.status, paid.headers.get("x-diwan-cost-usd")], [200, "0.000011000"]);
    await paid.body?.cancel();
    await (await ask("/files")).body?.cancel();
    const form = new FormData();
    form.set("model", "m");
    assert.equal((await refusal(await ask("/videos", { method: "POST", body: form })))[2], "model_unpriced");
    assert.equal(provider.requests.length, 2);
  }, { caller });
  await withProvider(script, async ({ ask }) => {
    assert.equal((await refusal(await ask("/chat/completions", posted(ASK))))[2], "model_unpriced");
  }, { caller, target: { price: undefined } });
});

Deno.test("requests count towards the rate limits of a key", async () => {
  const kv = await testKv();
  const limits = [{ key: "key:k1", scope: "key" as const, requests_per_minute: 1, tokens_per_minute: null }];
  await withProvider(() => Response.json({}), async ({ ask, provider }) => {
    await (await ask("/files")).body?.cancel();
    const second = await ask("/files");
    assert.ok(Number(second.headers.get("retry-after")) > 0);
    assert.deepEqual((await refusal(second)).slice(0, 2), [429, "rate_limit_exceeded"]);
    assert.equal(provider.requests.length, 1);
  }, { caller: { limits }, deps: { limiter: createLimiter({ kv, namespace: "t" }) } });
  kv.close();
});

Deno.test("a body over the limit is a 413 before anything is forwarded", async () => {
  await withProvider(() => Response.json({}), async ({ ask, provider }) => {
    const body = "x".repeat(2000);
    const response = await ask("/files", { method: "POST", body, headers: { "content-type": "text/plain" } });
    assert.equal(response.status, 413);
    await response.body?.cancel();
    assert.equal(provider.requests.length, 0);
  }, { deps: { maxBodyBytes: 1000 } });
});

Deno.test("a provider that does not answer in time is a 502, and a client that disconnects aborts the call", async () => {
  let gone = Promise.withResolvers<void>();
  const hanging = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("data: {}\n\n")),
        cancel: () => gone.resolve(),
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  await withProvider(hanging, async ({ ask, gateway }) => {
    const stream = await ask("/chat/completions", posted({ ...ASK, stream: true }));
    await stream.body?.getReader().read();
    const idle = await gateway.recorded(1);
    assert.equal(idle[0]?.outcome, "cut");
    await gone.promise;
    gone = Promise.withResolvers();
    const leaving = new AbortController();
    const left = await ask("/chat/completions", {
      ...posted({ ...ASK, stream: true }),
      signal: leaving.signal,
    });
    await left.body?.getReader().read();
    leaving.abort();
    await gone.promise;
    assert.equal((await gateway.recorded(2))[1]?.outcome, "aborted");
  }, { target: { idleTimeoutMs: 300 } });
  await withProvider(() => new Promise(() => {}), async ({ ask }) => {
    assert.deepEqual(await refusal(await ask("/files")), [502, "provider_error", "timeout"]);
  }, { target: { timeoutMs: 100 } });
});

Deno.test("a call is never retried and always uses the caller's key; its failures open no circuit for other callers", async () => {
  const keys = ["1", "2", "3"].map((id) => ({ id, secret: `secret-${id}`, weight: 1 }));
  const script = ({ path }: { path: string }) =>
    path === "/v1/chat/completions"
      ? Response.json({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } })
      : Response.json({ error: { message: "no" } }, { status: 500 });
  await withProvider(script, async ({ ask, provider, gateway }) => {
    for (let count = 0; count < 12; count++) {
      const response = await ask("/weird", posted({ model: "m" }));
      assert.equal(response.status, 500);
      assert.deepEqual(await response.json(), { error: { message: "no" } });
    }
    assert.equal(provider.requests.length, 12);
    assert.equal(new Set(provider.requests.map(({ headers }) => headers.get("authorization"))).size, 1);
    const chat = await gateway.post(ASK);
    assert.equal(chat.status, 200);
    await chat.body?.cancel();
  }, { target: { keys } });
});

Deno.test("a key with an open circuit is skipped", async () => {
  const circuits = createCircuits();
  const keys = [{ id: "1", secret: "secret-1", weight: 1000 }, { id: "2", secret: "secret-2", weight: 1 }];
  for (let count = 0; count < 10; count++) circuits.of("acme/1", "m").failed();
  await withProvider(() => Response.json({}), async ({ ask, last }) => {
    await (await ask("/chat/completions", posted(ASK))).body?.cancel();
    assert.equal(last()?.headers.get("authorization"), "Bearer secret-2");
  }, { target: { keys }, deps: { resilience: { circuits } } });
});

Deno.test("a path never reaches another host or a private name: raw requests with dot segments are a 400", async () => {
  await using gateway = await startGateway({
    models: { "acme/*": [testTarget("http://127.0.0.1:9", { provider: "acme" })] },
    caller: testCaller({ may_pass_through: true }),
  });
  const { port } = new URL(gateway.url);
  for (const path of ["/acme/../../etc", "/acme/%2e%2e/admin", "/acme//evil.example/x", "/acme/..%2fx"]) {
    using socket = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    const head =
      `GET ${path} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${TEST_KEY}\r\nconnection: close\r\n\r\n`;
    await socket.write(new TextEncoder().encode(head));
    const answer = await new Response(socket.readable).text();
    // When the server resolves the dot segments itself, the path names no provider.
    assert.match(answer, /^HTTP\/1\.1 (400|404) /, path);
    assert.doesNotMatch(answer, /connection_failed/);
  }
});

Deno.test("usage in an answer that only reads an older result is not counted again", async () => {
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  await withProvider(() => Response.json({ id: "resp_1", usage }), async ({ ask, gateway }) => {
    for (const path of ["/responses/resp_1", "/batches/b"]) await (await ask(path)).body?.cancel();
    for (const record of await gateway.recorded(2)) {
      assert.deepEqual([record.total_tokens, record.cost_usd, record.estimated], [0, "0.000000000", false]);
    }
  });
});
