import assert from "node:assert/strict";
import { urlOf } from "lib/host/listen.ts";

Deno.test("urlOf() is an address that a browser takes, for IPv6 too", () => {
  const url = (hostname: string) => new URL(urlOf({ transport: "tcp", hostname, port: 8100 })).href;
  assert.equal(url("0.0.0.0"), "http://localhost:8100/");
  assert.equal(url("::"), "http://localhost:8100/");
  assert.equal(url("::1"), "http://[::1]:8100/");
  assert.equal(url("127.0.0.9"), "http://127.0.0.9:8100/");
});
