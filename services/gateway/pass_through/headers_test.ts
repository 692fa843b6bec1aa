/** Headers, keys and redirects of providers' own endpoints. */
import assert from "node:assert/strict";
import { TEST_KEY } from "../calls/call_fixture.ts";
import type { Target } from "../providers/target.ts";
import { posted, withProvider } from "./pass_through_fixture.ts";

const ASK = { model: "m", messages: [{ role: "user", content: "Hello" }] };

Deno.test("only necessary headers are forwarded, without the caller's credential, cookies, address and trace", async () => {
  await withProvider(() => Response.json({}), async ({ ask, last }) => {
    const response = await ask(`/files?key=x&order=asc&q=${TEST_KEY}`, {
      headers: {
        ...{
          "x-api-key": "other",
          "api-key": "other",
          "x-goog-api-key": "other",
          cookie: "a=b",
          te: "trailers",
        },
        ...{
          "x-forwarded-for": "10.0.0.1",
          forwarded: "for=10.0.0.1",
          via: "1.1 x",
          "x-real-ip": "10.0.0.1",
        },
        ...{
          "openai-organization": "org",
          "openai-project": "p",
          "x-amz-security-token": "t",
          referer: "http://r",
        },
        ...{
          "proxy-authorization": "Basic x",
          "x-diwan-guardrails": "skip",
          "x-request-id": "r1",
          origin: "http://o",
        },
        ...{ "accept-language": TEST_KEY, "openai-beta": "assistants=v2", "idempotency-key": "i1" },
      },
    });
    await response.body?.cancel();
    const { headers, path } = last() ?? {};
    assert.equal(path, "/v1/files?order=asc");
    const names = [...headers ?? []].map(([name]) => name).filter((name) =>
      !["host", "content-length"].includes(name)
    );
    assert.deepEqual(names.toSorted(), [
      ...["accept", "accept-encoding", "accept-language", "authorization", "idempotency-key", "openai-beta"],
      "user-agent",
    ]);
    assert.equal(headers?.get("authorization"), "Bearer provider-secret-1");
    assert.ok(![...headers ?? []].some(([, value]) => value.includes(TEST_KEY) || value.includes("other")));
    assert.equal(response.headers.get("x-request-id"), "r1");
  });
});

Deno.test("answers and errors contain nothing about the gateway's account: no key, cookie, limit or organisation", async () => {
  const secret = "provider-secret-1";
  const headers = {
    ...{ "set-cookie": "a=b", "x-ratelimit-remaining-requests": "1", "anthropic-organization-id": "o" },
    ...{ "www-authenticate": "Bearer", "request-id": "theirs", "transfer-encoding": "chunked" },
  };
  const answers = [
    () => Response.json({ echoed: `Bearer ${secret}` }, { headers }),
    () =>
      Response.json({ error: { message: `bad key ${secret} or sk-proj-ABC123456789` } }, {
        status: 429,
        headers,
      }),
    () => Response.json({ error: { message: `wrong ${secret}` } }, { status: 401, headers }),
    () =>
      new Response(`data: {"choices":[],"note":"${secret}"}\n\ndata: [DONE]\n\n`, {
        headers: { ...headers, "content-type": "text/event-stream" },
      }),
  ];
  const seen: number[] = [];
  for (const script of answers) {
    await withProvider(script, async ({ ask }) => {
      const response = await ask("/chat/completions", posted(ASK));
      seen.push(response.status);
      assert.doesNotMatch(await response.text(), /provider-secret|sk-proj-ABC/);
      for (
        const name of [
          "set-cookie",
          "x-ratelimit-remaining-requests",
          "anthropic-organization-id",
          "www-authenticate",
        ]
      ) {
        assert.equal(response.headers.get(name), null);
      }
      assert.equal(response.headers.get("x-diwan-provider"), "acme");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    });
  }
  // A refused credential is the gateway's own, so the caller gets a 502.
  assert.deepEqual(seen, [200, 429, 502, 200]);
});

Deno.test("a provider's HTML page cannot run in the gateway's origin", async () => {
  const page = () => new Response("<script>1</script>", { headers: { "content-type": "text/html" } });
  await withProvider(page, async ({ ask }) => {
    const response = await ask("/x");
    assert.equal(await response.text(), "<script>1</script>");
    assert.match(response.headers.get("content-security-policy") ?? "", /^sandbox/);
  });
});

Deno.test("a redirect is not followed, and its target is not returned", async () => {
  const away = () =>
    new Response(null, { status: 307, headers: { location: "http://169.254.169.254/secret" } });
  await withProvider(away, async ({ ask, provider }) => {
    const response = await ask("/chat/completions", posted(ASK));
    const text = await response.text();
    assert.equal(response.status, 502);
    assert.match(text, /redirected/);
    assert.doesNotMatch(text, /169\.254/);
    assert.equal(response.headers.get("location"), null);
    assert.equal(provider.requests.length, 1);
  });
});

Deno.test("each provider gets its key in its own header, in which clients may also send theirs", async () => {
  const gemini = { promptTokenCount: 4, candidatesTokenCount: 2, thoughtsTokenCount: 1, totalTokenCount: 7 };
  const cases: [Partial<Target>, string, string, unknown, number][] = [
    [{ wire: "gemini" }, "/v1beta/models/m:generateContent", "x-goog-api-key", { usageMetadata: gemini }, 7],
    [
      { wire: "azure_openai", azure: { deployment: "", apiVersion: "2024-10-21" } },
      "/openai/deployments/m/chat/completions?api-version=2025-01-01",
      "api-key",
      { usage: { prompt_tokens: 4, completion_tokens: 3 } },
      7,
    ],
    [{ wire: "bedrock" }, "/model/m/converse", "authorization", {
      usage: { inputTokens: 4, outputTokens: 3 },
    }, 7],
    [
      { wire: "cohere" },
      "/v2/chat",
      "authorization",
      { usage: { billed_units: { input_tokens: 4, output_tokens: 3 } } },
      7,
    ],
  ];
  for (const [target, path, name, answer, tokens] of cases) {
    await withProvider(() => Response.json(answer), async ({ url, last, gateway }) => {
      const body = path === "/v2/chat" ? { ...ASK } : { messages: ASK.messages };
      const key = name === "authorization" ? `Bearer ${TEST_KEY}` : TEST_KEY;
      const { headers, ...post } = posted(body);
      const response = await fetch(url + path, { ...post, headers: { ...Object(headers), [name]: key } });
      assert.equal(response.status, 200);
      await response.body?.cancel();
      assert.match(last()?.headers.get(name) ?? "", /^(Bearer )?provider-secret-1$/);
      assert.equal(last()?.path, path);
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.model, record?.total_tokens, record?.estimated], ["m", tokens, false]);
    }, { target });
  }
});

Deno.test("Bedrock's requests are signed with the gateway's key, and Azure's older paths get the configured version", async () => {
  const signing = { wire: "bedrock" as const, keys: [{ id: "1", secret: "AKID:secretsecret", weight: 1 }] };
  await withProvider(() => Response.json({}), async ({ ask, last }) => {
    await (await ask("/model/eu.anthropic.claude%3A0/invoke", posted(ASK))).body?.cancel();
    assert.match(last()?.headers.get("authorization") ?? "", /^AWS4-HMAC-SHA256 Credential=AKID\//);
    assert.equal(last()?.path, "/model/eu.anthropic.claude%3A0/invoke");
  }, { target: signing });
  const azure = { wire: "azure_openai" as const, azure: { deployment: "", apiVersion: "2024-10-21" } };
  await withProvider(() => Response.json({}), async ({ ask, last }) => {
    await (await ask("/openai/files")).body?.cancel();
    assert.equal(last()?.path, "/openai/files?api-version=2024-10-21");
    await (await ask("/openai/v1/files")).body?.cancel();
    assert.equal(last()?.path, "/openai/v1/files");
  }, { target: azure });
});
