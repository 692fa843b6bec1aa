/** Microseconds that authentication, budgets, metering and metrics each add to a request, without database or KV. */
import { createBudgets } from "../access/budget.ts";
import { createKeyring } from "../access/keys.ts";
import { newSecret } from "../access/key_secret.ts";
import { createMetrics } from "../metrics.ts";
import { usageRecord } from "./usage_fixture.ts";
import { usageOf } from "../usage.ts";
import { openMeter } from "./usage_writer.ts";

const { key, key_hash } = newSecret();
const caller = await createKeyring({
  replica: { find: () => undefined },
  adminKey: key,
  verify: () => Promise.reject(new Error("not asked")),
  oidc: false,
  required: true,
}).authenticate(new Request("http://gateway/", { headers: { authorization: `Bearer ${key}` } }));
const keyring = createKeyring({
  replica: { find: (hash) => hash === key_hash ? { caller } : undefined },
  adminKey: "another",
  verify: () => Promise.reject(new Error("not asked")),
  oidc: false,
  required: true,
});
const request = new Request("http://gateway/", { headers: { authorization: `Bearer ${key}` } });

const kv = await Deno.openKv(":memory:");
const budgets = createBudgets({ kv, recorded: () => Promise.resolve(0n), syncMs: 3_600_000 });
const scopes = [{
  key: "key:1",
  scope: "key",
  id: "1",
  limit_nano_usd: 10n ** 18n,
  period: "monthly",
}] as const;
(await budgets.reserve(scopes, 10n ** 16n)).release();

const dir = await Deno.makeTempDir({ prefix: "books-" });
const log = { warn: () => {}, error: () => {} };
const meter = await openMeter({ store: { insert: () => Promise.resolve() }, dir, maxBytes: 2 ** 30, log });
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
const record = usageRecord();
const raw = {
  prompt_tokens: 12,
  completion_tokens: 48,
  total_tokens: 60,
  prompt_tokens_details: { cached_tokens: 4 },
};
const usage = usageOf(raw);
const metrics = createMetrics();

Deno.bench("a bare hash of a key, to compare with", { group: "books", baseline: true }, async () => {
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
});
Deno.bench("authenticate() a virtual key", { group: "books" }, () => void keyring.authenticate(request));
Deno.bench("reserve() and settle() a budget", { group: "books" }, () => {
  const reservation = budgets.reserve(scopes, 1_000n);
  if (!(reservation instanceof Promise)) reservation.settle(900n);
});
Deno.bench("usageOf() an answer", { group: "books" }, () => void usageOf(raw));
Deno.bench(
  "record() a usage record, in the journal when it returns",
  { group: "books" },
  () => meter.record(record),
);
Deno.bench("a usage record as JSON, to compare with", { group: "books" }, () => void JSON.stringify(record));
Deno.bench("metrics of a call", { group: "books" }, () => {
  metrics.started();
  metrics.finished({
    provider: "openai",
    model: "small",
    outcome: "ok",
    status: 200,
    latencyMs: 12,
    ttftMs: 3,
    usage,
    costNanoUsd: 1_500n,
    unpriced: false,
  });
});
