import { createLimiter } from "lib/limits/rate_limit.ts";

const kv = await Deno.openKv(":memory:");
const limiter = createLimiter({ kv, namespace: "bench" });
const wants = ["key", "team", "customer"].map((key) => ({ key, limit: 1_000_000_000 }));
let count = 0n;

// The limit: a lease must cost less than a tenth of a KV call per request.
Deno.bench("one atomic KV commit a request", { group: "limits", baseline: true }, async () => {
  await kv.atomic().set(["count"], ++count).commit();
});

Deno.bench("take() of three limits from leases", { group: "limits" }, async () => {
  await limiter.take(wants);
});
