import assert from "node:assert/strict";
import { clientIp, limitedAddress } from "lib/client_ip.ts";

Deno.test("clientIp() refuses a trusted range that is malformed", () => {
  assert.throws(() => clientIp(["10.0.0.0/99"]));
});

const clientBehind = clientIp(["10.0.0.0/8", "2001:db8:ffff::/48"]);

function from(hostname: string, forwarded?: string) {
  const header = (name: string) => name === "x-forwarded-for" ? forwarded : undefined;
  return { env: { remoteAddr: { hostname, port: 1, transport: "tcp" } }, req: { header } };
}

Deno.test("clientIp() is the connection's address, and the header's only behind a trusted proxy", () => {
  assert.equal(clientBehind(from("203.0.113.7")), "203.0.113.7");
  assert.equal(clientBehind(from("203.0.113.7", "198.51.100.1")), "203.0.113.7");
  assert.equal(clientBehind(from("::ffff:10.0.0.1", "198.51.100.1")), "198.51.100.1");
  assert.equal(clientBehind(from("2001:db8:ffff::1", "2001:db8::7")), "2001:db8::7");
  assert.equal(clientBehind(from("10.0.0.1")), "10.0.0.1");
});

Deno.test("clientIp() takes the last hop that is no proxy and ignores entries that a client wrote in front of it", () => {
  for (const hop of ["203.0.113.7", "203.0.113.7:4711", "::ffff:203.0.113.7"]) {
    assert.equal(clientBehind(from("10.0.0.1", `1.1.1.1, ${hop}, 10.0.0.9`)), "203.0.113.7", hop);
  }
  assert.equal(clientBehind(from("10.0.0.1", "1.1.1.1, [2001:db8::7]:4711")), "2001:db8::7");
  assert.equal(clientBehind(from("10.0.0.1", "10.9.9.9, 10.0.0.9")), "10.0.0.1");
});

Deno.test("clientIp() does not look behind a hop that is no address", () => {
  for (const hop of ["unknown", "_hidden", "", "203.0.113.7:port", "1.1.1.1 "]) {
    const expected = hop.trim() === "1.1.1.1" ? "1.1.1.1" : "10.0.0.1";
    assert.equal(clientBehind(from("10.0.0.1", `6.6.6.6, ${hop}`)), expected, hop);
  }
});

Deno.test("limitedAddress() counts an IPv6 client by its /64", () => {
  assert.equal(limitedAddress("2001:db8:1:2:3:4:5:6"), limitedAddress("2001:db8:1:2::9"));
  assert.notEqual(limitedAddress("2001:db8:1:2::1"), limitedAddress("2001:db8:1:3::1"));
  assert.equal(limitedAddress("203.0.113.7"), "203.0.113.7");
});
