import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { Env } from "./env.ts";
import { OpenAPIHono } from "@hono/zod-openapi";
import { crossOrigin } from "./cors.ts";

const PAGE = "https://app.example.org";

function served(origins: string[]) {
  const app = new OpenAPIHono();
  app.use(crossOrigin(origins));
  app.post("/v1/chat/completions", () => new Response("{}", { headers: { "x-request-id": "r" } }));
  return app;
}

Deno.test("a preflight from an allowed origin is answered with the requested headers", async () => {
  const response = await served([PAGE]).request("/v1/chat/completions", {
    method: "OPTIONS",
    headers: {
      origin: PAGE,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,x-stainless-lang",
    },
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get("access-control-allow-origin"), PAGE);
  assert.match(response.headers.get("access-control-allow-headers") ?? "", /authorization.*x-stainless-lang/);
  assert.match(response.headers.get("access-control-allow-methods") ?? "", /POST/);
});

Deno.test("an answer exposes the headers that clients read, and only to allowed origins", async () => {
  const ask = (origin: string) =>
    served([PAGE]).request("/v1/chat/completions", { method: "POST", headers: { origin } });
  const mine = await ask(PAGE);
  assert.equal(mine.headers.get("access-control-allow-origin"), PAGE);
  assert.match(mine.headers.get("access-control-expose-headers") ?? "", /x-request-id.*retry-after/);
  assert.match(mine.headers.get("vary") ?? "", /origin/i);
  assert.equal((await ask("https://other.example.org")).headers.get("access-control-allow-origin"), null);
  assert.equal((await ask(`${PAGE}.evil.example`)).headers.get("access-control-allow-origin"), null);
});

Deno.test("GATEWAY_CORS_ORIGINS accepts only origins and *, and is empty by default", () => {
  const read = (value?: string) =>
    readEnv(Env, (name) => name === "GATEWAY_CORS_ORIGINS" ? value : undefined).GATEWAY_CORS_ORIGINS;
  assert.deepEqual(read(), []);
  assert.deepEqual(read(`${PAGE}, http://localhost:5173`), [PAGE, "http://localhost:5173"]);
  assert.deepEqual(read("*"), ["*"]);
  for (const wrong of ["app.example.org", `${PAGE}/`, `${PAGE}/path`, "ftp://x.example", "null"]) {
    assert.throws(() => read(wrong), /GATEWAY_CORS_ORIGINS.*must be origins/s, wrong);
  }
});
