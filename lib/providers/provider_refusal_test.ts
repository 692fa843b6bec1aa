import assert from "node:assert/strict";
import { maskSecrets, providerRefusal } from "lib/providers/provider_refusal.ts";

const refused = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  secrets: string[] = [],
) => providerRefusal({ status, header: (name) => headers[name], body: JSON.stringify(body), secrets });

Deno.test("providerRefusal() reads the forms of many providers", () => {
  const cases: [unknown, string, string | null][] = [
    [
      { error: { message: "too long", type: "invalid", code: "context_length_exceeded" } },
      "too long",
      "invalid",
    ],
    [
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      "Overloaded",
      "overloaded_error",
    ],
    [
      [{ error: { code: 429, message: "Quota", status: "RESOURCE_EXHAUSTED" } }],
      "Quota",
      "RESOURCE_EXHAUSTED",
    ],
    [{ Message: "no such model" }, "no such model", null],
    [{ message: "invalid request" }, "invalid request", null],
    [{ error: "model not found" }, "model not found", null],
    [{ detail: "Not Found" }, "Not Found", null],
    [{ detail: [{ msg: "field required" }, { msg: "too big" }] }, "field required; too big", null],
  ];
  for (const [body, message, type] of cases) {
    const said = refused(400, body);
    assert.deepEqual([said.message, said.type], [message, type], JSON.stringify(body));
  }
});

Deno.test("providerRefusal() finds code, param and the time to wait", () => {
  const said = refused(429, { error: { code: 42, param: "model", details: [{ retryDelay: "7s" }] } });
  assert.deepEqual([said.code, said.param, said.retryAfterMs], ["42", "model", 7_000]);
  assert.equal(refused(429, {}, { "retry-after": "2" }).retryAfterMs, 2_000);
  assert.equal(
    refused(400, {}, { "x-amzn-errortype": "ValidationException:http://x" }).type,
    "ValidationException",
  );
});

Deno.test("providerRefusal() shows neither proxies' pages nor the messages of a 401 and 403", () => {
  const page = providerRefusal({ status: 502, header: () => null, body: "<h1>Bad gateway</h1>" });
  assert.equal(page.message, null);
  for (const status of [401, 403]) {
    assert.equal(refused(status, { error: { message: "Your key" } }).message, null);
  }
});

Deno.test("no field of a refusal holds the key, its parts, or anything in the form of a key", () => {
  const secrets = ["AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMIbPxRfiCYEXAMPLEKEY:session-token-1"];
  const words = "keys AKIAIOSFODNN7EXAMPLE, wJalrXUtnFEMIbPxRfiCYEXAMPLEKEY and session-token-1";
  const said = refused(
    500,
    { error: { message: words, type: words, code: words, param: words } },
    {},
    secrets,
  );
  for (const text of [said.message, said.type, said.code, said.param]) {
    assert.doesNotMatch(text ?? "", /AKIA|wJalr|session-token/);
  }
});

Deno.test("maskSecrets() masks credentials in the forms in which they are quoted", () => {
  const quoted = [
    'the key "sk-proj-Ab12Cd34Ef56" is wrong',
    "Incorrect API key provided: sk-abcd***********wxyz.",
    "key 'sk-ab12…yz89' has expired",
    "gsk_9f8e7d6c5b4a is over its limit",
    "API key not valid: AIzaSyD-1234567890abcdef",
    "signed by AKIAIOSFODNN7EXAMPLE",
    "Authorization: Bearer abc123def456ghi789",
    "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl has expired",
    "GET https://api.example.com/v1?key=9f8e7d6c5b4a failed",
    "http://user:hunter2hunter2@proxy.example.com answered 407",
    '{"api_key": "0123456789abcdef"} was sent',
    "x-api-key=0123456789abcdef",
  ];
  const parts = /Ab12|abcd\*|wxyz|ab12|yz89|9f8e|SyD|IOSFO|abc123|eyJ|c2ln|hunter2|01234/;
  for (const text of quoted) assert.doesNotMatch(maskSecrets(text), parts, text);
});

Deno.test("maskSecrets() keeps ordinary words", () => {
  const plain = [
    "code key_not_found: the key is missing",
    "max_tokens: 4096 is above the limit of 2048",
    "This model's maximum context length is 8192 tokens",
    "sk-learn is not installed",
    "basic authentication is switched off",
    "the api_version 2024-10-21 is too old",
    "see https://platform.example.com/docs?page=2",
    "النموذج غير موجود",
  ];
  for (const text of plain) assert.equal(maskSecrets(text), text);
});
