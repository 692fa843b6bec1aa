import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";

Deno.test("freePort() gives ports that can be listened at and that no socket is given unasked", () => {
  const ports = Array.from({ length: 50 }, freePort);
  assert.ok(ports.every((port) => port >= 10_000 && port < 32_768), ports.join());
  assert.ok(new Set(ports).size > 40, "chosen by chance");
  using listener = Deno.listen({ hostname: "127.0.0.1", port: ports[0] ?? 0 });
  assert.equal(listener.addr.port, ports[0]);
});
