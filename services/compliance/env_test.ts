import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { Env } from "./env.ts";

const reading = (given: Record<string, string>) => () => readEnv(Env, (name) => given[name]);

Deno.test("a certificate asks for no less than a conditional one", () => {
  assert.throws(reading({ COMPLY_CERTIFIED_SCORE: "55" }), {
    message:
      "These settings are wrong:\n  COMPLY_CERTIFIED_SCORE: must be 60 or more, as COMPLY_CONDITIONAL_SCORE is",
  });
  reading({ COMPLY_CERTIFIED_SCORE: "55", COMPLY_CONDITIONAL_SCORE: "55" })();
});

Deno.test("origins that no browser sends are refused", () => {
  for (const wrong of ["portal.example", "https://portal.example/", "https://portal.example,file:///x"]) {
    assert.throws(reading({ COMPLY_CORS_ORIGINS: wrong }), /COMPLY_CORS_ORIGINS: must be origins such as/);
  }
  assert.deepEqual(reading({ COMPLY_CORS_ORIGINS: "https://a.example, *" })().COMPLY_CORS_ORIGINS, [
    "https://a.example",
    "*",
  ]);
});
