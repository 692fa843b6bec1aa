import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { groupStore } from "../access/governance_store.ts";
import { allowGroup } from "../access/group_rules.ts";
import { openKeyReplica } from "../access/key_replica.ts";
import { noSetPrices } from "../providers/set_prices.ts";
import { allowPrice } from "./price_rules.ts";
import { priceStore } from "./prices_store.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const LOG = { warn: () => {} };
const ALLAM = { provider: "vllm", model: "org/allam-7b" };
const by = (actor: string) => ({ actor, allow: allowPrice });

testOnEngines("a price is set, changed and removed, and all of it is remembered", DATABASE, async (sql) => {
  const store = priceStore(sql);
  const first = await store.set(ALLAM, { input: "0.05", output: "0.1" }, by("user:amal"));
  assert.equal(first.changed, true);
  const again = await store.set(ALLAM, { output: "0.1", input: "0.05" }, by("user:badr"));
  assert.deepEqual(again, { record: first.record, changed: false });
  const units = { image: { "1024x1024": "0.04" } };
  await store.set(ALLAM, { input: "0", output: "0", units }, by("user:badr"));
  await store.set({ provider: "echo", model: "echo" }, { input: "1", output: "2" }, by("admin"));
  const names = async (search?: string) => {
    const prices = await store.list({ search }, { limit: 10, offset: 0 });
    assert.equal(await store.count({ search }), prices.length);
    return prices.map(({ provider, model, set_by }) => `${provider}/${model} ${set_by}`);
  };
  assert.deepEqual(await names(), ["echo/echo admin", "vllm/org/allam-7b user:badr"]);
  assert.deepEqual(await names("LLM/org"), ["vllm/org/allam-7b user:badr"]);
  assert.equal(await store.remove(ALLAM, "user:huda"), true);
  assert.equal(await store.remove(ALLAM, "user:huda"), false);
  assert.deepEqual(await names(), ["echo/echo admin"]);
  const history = await store.history(ALLAM);
  assert.deepEqual(history.map(({ price, set_by }) => [price, set_by]), [
    [null, "user:huda"],
    [{ input: "0", output: "0", units }, "user:badr"],
    [{ input: "0.05", output: "0.1" }, "user:amal"],
  ]);
  assert.ok(history.every(({ set_at }) => Number.isFinite(Date.parse(set_at))));
  assert.equal((await store.history({ provider: "echo", model: "other" })).length, 0);
});

testOnEngines(
  "other gateways and later started ones get all set prices, without removed ones",
  DATABASE,
  async (sql) => {
    const store = priceStore(sql);
    const open = async () => {
      const setPrices = noSetPrices();
      return { ...await openKeyReplica({ sql, log: LOG, setPrices, everyMs: 3_600_000 }), setPrices };
    };
    const running = await open();
    await store.set(ALLAM, { input: "1", output: "1" }, by("admin"));
    await store.set({ ...ALLAM, model: "gone" }, { input: "1", output: "1" }, by("admin"));
    await store.set(ALLAM, { input: "2", output: "3" }, by("admin"));
    assert.equal(running.setPrices.find("vllm", "org/allam-7b"), undefined);
    await running.refresh();
    const { changes } = running.setPrices;
    const before = changes();
    await store.remove({ ...ALLAM, model: "gone" }, "admin");
    await running.refresh();
    assert.equal(changes(), before + 1);
    // Other changes and an outdated answer change no price.
    await groupStore(sql, "teams").insert({ name: "T", rate_limit: null, budget: null }, allowGroup("teams"));
    await running.refresh();
    running.setPrices.take([{ ...ALLAM, price: { input: "9", output: "9" }, version: 1 }]);
    assert.equal(changes(), before + 1);
    const started = await open();
    for (const { setPrices, close } of [running, started]) {
      assert.deepEqual(setPrices.find("vllm", "org/allam-7b"), { input: "2", output: "3" });
      assert.equal(setPrices.find("vllm", "gone"), undefined);
      close();
    }
  },
);
