import assert from "node:assert/strict";
import { GatewayError } from "../errors.ts";
import { addressOf, passedPath, withoutCredentials } from "./passed_path.ts";

Deno.test("the first segment of a path names the provider; the gateway's own paths never do", () => {
  assert.deepEqual(passedPath("http://h:1/openai/v1/files?limit=2&after=a%2Fb"), {
    provider: "openai",
    path: "/v1/files",
    search: "?limit=2&after=a%2Fb",
  });
  for (
    const path of ["/v1/models", "/logs/events", "/files/x", "/governance/teams", "/openai", "/", "/O/x", ""]
  ) {
    assert.equal(passedPath(`http://h${path}`), undefined);
  }
});

Deno.test("a provider's name with NUL is a 422 that names the field; NUL elsewhere in a path is not", () => {
  for (const path of ["/%00/x", "/openai%00/v1/files", "/a%00b/"]) {
    assert.throws(
      () => passedPath(`http://h${path}`),
      (error) => error instanceof GatewayError && error.status === 422 && error.param === "provider",
    );
  }
  assert.equal(passedPath("http://h/v1/files/%00/x"), undefined);
});

Deno.test("an endpoint is below the provider's base URL, whose path a client may repeat", () => {
  const cases = [
    ["https://api.openai.com/v1", "/chat/completions", "/v1/chat/completions"],
    ["https://api.openai.com/v1", "/v1/chat/completions", "/v1/chat/completions"],
    ["https://api.groq.com/openai/v1", "/openai/v1/models", "/openai/v1/models"],
    ["https://api.groq.com/openai/v1/", "/v1/models", "/openai/v1/models"],
    ["https://api.anthropic.com", "/v1/messages", "/v1/messages"],
    ["https://g.example/v1beta", "/v1beta/models/g:generateContent", "/v1beta/models/g:generateContent"],
    ["https://b.example", "/model/arn%3Aaws%3Ax%2Fy/converse", "/model/arn%3Aaws%3Ax%2Fy/converse"],
    // A host in the path stays a segment.
    ["https://api.openai.com/v1", "/@evil.example/x", "/v1/@evil.example/x"],
  ];
  for (const [base = "", path = "", expected] of cases) {
    const url = addressOf(new URL(base), { path, search: "?a=1" });
    assert.deepEqual([url.origin, url.pathname, url.search], [new URL(base).origin, expected, "?a=1"]);
  }
  const versioned = new URL("https://h.example/api?version=3");
  assert.equal(addressOf(versioned, { path: "/x", search: "?a=1" }).search, "?version=3&a=1");
});

Deno.test("dot segments in any encoding, empty segments and control characters are a 400", () => {
  const tricks = [
    ...[
      "/../x",
      "/a/./b",
      "/a/..",
      "/%2e%2e/x",
      "/.%2e/x",
      "/%252e%252e/x",
      "/a%2f..%2fb",
      "/a%252f..%252fb",
    ],
    ...[
      "//evil.example/x",
      "/a//b",
      "/a\\..\\b",
      "/a%5c..%5cb",
      "/..;/x",
      "/%2e%2e;a=b/x",
      "/a%00b",
      "/a%0d%0ab",
    ],
    ...["/a%zz", "/%25252525252e"],
  ];
  for (const path of tricks) {
    assert.throws(() => addressOf(new URL("https://h.example/v1"), { path, search: "" }), (error) => {
      assert.ok(error instanceof GatewayError && error.status === 400, path);
      return true;
    });
  }
});

Deno.test("credentials are removed from a query under any parameter name", () => {
  assert.equal(
    withoutCredentials("?key=k&alt=sse&api_key=k&q=dwn-1&Access_Token=k&a=%20b", "dwn-1"),
    "?alt=sse&a=%20b",
  );
  assert.equal(withoutCredentials("?key=k", ""), "");
});
