import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { type Features, withFeatures } from "../feature_fixture.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const PRICES = "/governance/prices";

const put = ({ call }: Features, name: string, body: unknown, key?: string) =>
  call(`${PRICES}/${name}`, { method: "PUT", body, ...key === undefined ? {} : { key } });

testOnEngines(
  "a price that an admin sets overrides the list price at once, until it is removed",
  DATABASE,
  (sql) =>
    withFeatures(sql, async (features) => {
      const { call, config, jwt } = features;
      const priceOf = (model: string) => config.current().resolve(model)[0]?.price;
      const listed = priceOf("gpt-4o");
      assert.equal(listed?.input, "2.5");
      const amal = await jwt("admin", "amal");
      const answer = await put(features, "openai/gpt-4o", { input: 1.25, output: "5" }, amal);
      assert.equal(answer.status, 200);
      const { set_at, ...record } = await answer.json();
      assert.deepEqual(record, {
        ...{ provider: "openai", model: "gpt-4o", price: { input: "1.25", output: "5" } },
        ...{ configured: listed, set_by: "user:amal" },
      });
      for (const name of ["gpt-4o", "openai/gpt-4o"]) assert.deepEqual(priceOf(name), record.price);
      // A running call keeps its price, and reloading the configuration does not change a set price.
      assert.equal(listed.input, "2.5");
      await config.reload();
      assert.deepEqual(priceOf("gpt-4o"), record.price);
      assert.equal((await put(features, "openai/org%2Fown", { input: "0", output: "0" })).status, 200);
      assert.deepEqual(priceOf("openai/org/own"), { input: "0", output: "0" });
      const { data, total } = await (await call(PRICES)).json();
      assert.deepEqual([data.length, total, data[0]], [2, 2, { ...record, set_at }]);

      assert.equal((await put(features, "openai/gpt-4o", record.price)).status, 200);
      const removed = await call(`${PRICES}/openai/gpt-4o`, { method: "DELETE", key: amal });
      assert.equal(removed.status, 204);
      assert.deepEqual(priceOf("gpt-4o"), listed);
      const { history, ...newest } = await (await call(`${PRICES}/openai/gpt-4o`)).json();
      assert.deepEqual([newest.price, newest.set_by], [null, "user:amal"]);
      assert.deepEqual(history.map(({ price }: { price: unknown }) => price), [null, record.price]);
      assert.equal((await call(`${PRICES}/openai/gpt-4o`, { method: "DELETE" })).status, 404);

      const events = await (await call("/logs/events?search=price_")).json();
      assert.deepEqual(
        events.data.map(({ actor, action, resource }: Record<string, string>) => [actor, action, resource]),
        [
          ["user:amal", "price_remove", "price:openai/gpt-4o"],
          ["admin", "price_set", "price:openai/org/own"],
          ["user:amal", "price_set", "price:openai/gpt-4o"],
        ],
      );
      assert.deepEqual(events.data[2].detail, { price: record.price });
    }),
);

/** Invalid bodies, each with the wrong field. */
const NO_PRICES: [body: unknown, param: string][] = [
  [{ input: "NaN", output: "1" }, "input"],
  [{ input: "1", output: "Infinity" }, "output"],
  [{ input: "1", output: -1 }, "output"],
  [{ input: "-0.1", output: "1" }, "input"],
  [{ input: "1" }, "output"],
  [{ input: "1", output: 1e-12 }, "output"],
  [{ input: "1000000.01", output: "1" }, "input"],
  [{ input: "1", output: "9".repeat(10_000) }, "output"],
  [{ input: "1", output: null }, "output"],
  [{ input: "1", output: "1", tax: "1" }, ""],
  [{ input: "1", output: "1", long_prompt: { above: 0, input: "1", output: "1" } }, "long_prompt.above"],
  [{ input: "1", output: "1", long_prompt: { above: 9, input: "1", output: "1e9" } }, "long_prompt.output"],
  [{ units: { minute: "x" } }, "units.minute"],
  [{ units: {} }, "units"],
  [{ units: { image: {} } }, "units.image"],
  [{ units: { image: { big: "1000001" } } }, "units.image.big"],
  [{ units: { image: { ["x".repeat(10_000)]: "1" } } }, "units.image"],
  [{ units: { image: { "a\0b": "1" } } }, "units.image.a\u{FFFD}b"],
  [[], ""],
  [7, ""],
];

testOnEngines("a price is refused to all but admins, for unknown models, and by the field that is wrong", {
  ...DATABASE,
}, (sql) =>
  withFeatures(sql, async (features) => {
    const { call, config, jwt } = features;
    const good = { input: "1", output: "1" };
    const made = await call("/governance/virtual-keys", { method: "POST", body: { name: "k" } });
    const { key } = await made.json();
    for (const other of [key, await jwt("user", "badr"), await jwt("manager", "huda")]) {
      assert.equal((await put(features, "echo/echo", good, other)).status, 403);
      assert.equal((await call(`${PRICES}/echo/echo`, { method: "DELETE", key: other })).status, 403);
      assert.equal((await call(PRICES, { key: other })).status, 403);
      assert.equal((await call(`${PRICES}/echo/echo`, { key: other })).status, 403);
    }
    for (const name of ["echo/other", "nobody/echo", "constructor/echo", "echo/constructor"]) {
      const answer = await put(features, name, good);
      assert.equal(answer.status, 404, name);
      assert.deepEqual((await answer.json()).error.code, "model_not_found");
    }
    for (const name of [`echo/${"m".repeat(10_000)}`, "echo/a%00b", `${"p".repeat(64)}/echo`]) {
      const answer = await put(features, name, good);
      assert.equal(answer.status, 422, name);
      assert.match((await answer.json()).error.param, /^(model|provider)$/);
    }
    for (const [body, param] of NO_PRICES) {
      const answer = await put(features, "echo/echo", body);
      const { error } = await answer.json();
      assert.deepEqual([answer.status, error.param], [422, param], JSON.stringify(body).slice(0, 100));
    }
    assert.equal((await call(`${PRICES}/echo/echo`)).status, 404);
    assert.equal((await (await call(PRICES)).json()).total, 0);
    assert.deepEqual(config.current().resolve("echo")[0]?.price, { input: "0", output: "0" });
    // This provider accepts any model name.
    assert.equal(config.current().resolve("openai/constructor")[0]?.price, undefined);
  }));
