import assert from "node:assert/strict";
import { clientIp, limitedAddress } from "lib/client_ip.ts";

Deno.test("clientIp() refuses a trusted range that is none", () => {
  assert.throws(() => clientIp(["10.0.0.0/99"]));
});

Deno.test("limitedAddress() counts an IPv6 client by its /64", () => {
  assert.equal(limitedAddress("2001:db8:1:2:3:4:5:6"), limitedAddress("2001:db8:1:2::9"));
  assert.notEqual(limitedAddress("2001:db8:1:2::1"), limitedAddress("2001:db8:1:3::1"));
  assert.equal(limitedAddress("203.0.113.7"), "203.0.113.7");
});
