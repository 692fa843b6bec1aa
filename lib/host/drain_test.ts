import assert from "node:assert/strict";
import { drainAll, type Draining } from "lib/host/drain.ts";

Deno.test("all services drain before any closes, and those that other services call close last", async () => {
  const acts: string[] = [];
  let looks = 0;
  const served = (name: string, more: Partial<Draining>): Draining => ({
    platform: false,
    drain: () => void acts.push(`drain ${name}`),
    busy: () => false,
    lastAsked: () => 0,
    shutdown: () => Promise.resolve(void acts.push(`close ${name}`)),
    ...more,
  });
  const busy = () => {
    if (++looks === 3) acts.push("idle");
    return looks < 3;
  };
  await drainAll([served("host", { platform: true }), served("gateway", { busy }), served("guard", {})]);
  assert.deepEqual(acts, [
    "drain host",
    "drain gateway",
    "drain guard",
    "idle",
    "close gateway",
    "close guard",
    "close host",
  ]);
});

Deno.test("a service that fails to close does not stop the others from closing", async () => {
  const acts: string[] = [];
  const served = (shutdown: () => Promise<void>): Draining => ({
    platform: true,
    drain() {},
    busy: () => false,
    lastAsked: () => 0,
    shutdown,
  });
  await drainAll([
    served(() => Promise.reject(new Error("stuck"))),
    served(() => Promise.resolve(void acts.push("closed"))),
  ]);
  assert.deepEqual(acts, ["closed"]);
});
