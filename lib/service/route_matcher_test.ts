import { Hono } from "hono";
import assert from "node:assert/strict";
import { routeMatcher } from "lib/service/route_matcher.ts";

Deno.test("routeMatcher() matches method, segments, names and rests", async () => {
  const matches = routeMatcher(["POST /agents/:id/run", "GET /docs/*", "GET /a.b/{id}"]);
  const app = new Hono().all("*", (c) => c.text(String(matches(c))));
  const cases: [string, string, boolean][] = [
    ["POST", "/agents/7/run", true],
    ["GET", "/agents/7/run", false],
    ["POST", "/agents/7/8/run", false],
    ["GET", "/docs/a/b", true],
    ["GET", "/a.b/1", true],
    ["GET", "/axb/1", false],
  ];
  for (const [method, path, expected] of cases) {
    assert.equal(await (await app.request(path, { method })).text(), String(expected), `${method} ${path}`);
  }
});
