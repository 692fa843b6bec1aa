import assert from "node:assert/strict";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { listensOn, ownHeaders } from "lib/processes/own_process.ts";

Deno.test("while a process drains it serves only its own services, and only they receive the header", () => {
  const leave = listensOn(21_199);
  const own = ownHeaders("http://127.0.0.1:21199/v1");
  assert.equal(Object.keys(own).length, 1);
  for (const url of ["https://127.0.0.1:21199", "http://example.com:21199", "http://127.0.0.1:21198"]) {
    assert.deepEqual(ownHeaders(url), {});
  }
  const lifecycle = createLifecycle();
  lifecycle.ready();
  lifecycle.drain();
  lifecycle.admit(new Request("http://127.0.0.1:21199/", { headers: own }));
  const guessed = Object.fromEntries(Object.keys(own).map((name) => [name, "guessed"]));
  for (const headers of [{}, guessed]) {
    assert.throws(() => lifecycle.admit(new Request("http://127.0.0.1:21199/", { headers })), {
      status: 503,
    });
  }
  leave();
  assert.deepEqual(ownHeaders("http://127.0.0.1:21199"), {});
});
