/** The short form of `deno task attack`, which runs a sample of each attack with the tests. */
import assert from "node:assert/strict";
import { migratedTemplate, quickEmbedded } from "lib/embedded/template_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { denokv } from "lib/kv/denokv_fixture.ts";
import { platformMigrations } from "../platform_migrations_fixture.ts";
import { outagesOfCopies } from "./copies.ts";
import { tryCredentials } from "./credentials.ts";
import { fuzz } from "./fuzz.ts";
import { killRounds } from "./kills.ts";
import { outage } from "./outage.ts";
import { PROVIDER_KEY, startPlatform } from "./platform.ts";
import { LIMITS, provokeRefusals } from "./refusals.ts";
import { readTargets } from "./target.ts";

const inFolder = async (run: (dir: string) => Promise<void>) => {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
};

Deno.test("a platform under attack gives its documented refusals, lets nobody in, and stops normally", async (t) => {
  await inFolder(async (dir) => {
    await using platform = await startPlatform(dir, {
      ...LIMITS,
      ...await quickEmbedded(await platformMigrations()),
      OPENAI_API_KEY: PROVIDER_KEY,
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    });
    const targets = await readTargets(platform);
    await t.step("every operation has an operationId, unique over all services", () => {
      const ids = targets.map(({ id }) => id);
      assert.deepEqual(ids.filter((id, index) => id.includes(" ") || ids.indexOf(id) !== index), []);
    });
    for (const service of platform.addresses.keys()) {
      await t.step(
        `${service} answers the refusals that it documents, and no status that it does not`,
        async () => {
          const { faults } = await provokeRefusals(
            platform,
            targets.filter((target) => target.service === service),
          );
          assert.deepEqual(faults.map(({ id, fault }) => `${id} ${fault}`), []);
        },
      );
    }
    await t.step("bad credentials are 401", async () => {
      const { requests, faults } = await tryCredentials(targets, { each: 3 });
      assert.ok(requests > 300);
      assert.deepEqual(faults, []);
    });
    await t.step("hostile requests cause no 500 and reveal no secrets or internals", async () => {
      const { faults, statuses } = await fuzz(platform, targets, { each: 3, seed: 1 });
      assert.ok((statuses.get(422) ?? 0) > 100);
      assert.deepEqual(faults, []);
    });
    await t.step("it stops normally", async () => assert.equal(await platform.stop(), 0));
  });
});

Deno.test("a killed platform keeps every acknowledged write", async () => {
  await inFolder(async (dir) => {
    const env = { EMBEDDED_TEMPLATE: await migratedTemplate(await platformMigrations()) };
    const { acknowledged, faults } = await killRounds(dir, { rounds: 1, writers: 4, ms: () => 800, env });
    assert.ok(acknowledged > 0);
    assert.deepEqual(faults, []);
  });
});

const server = Deno.env.get("TEST_DATABASE_URL");
const reason = server ? "" : " (skipped: TEST_DATABASE_URL is not set)";
Deno.test({
  name: `a database that goes away is a 503 with Retry-After in every service, until it is back${reason}`,
  ignore: !server,
  fn: () =>
    inFolder(async (dir) => {
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("../gateway/migrations/"),
      );
      const { unavailable, faults } = await outage(dir, { database: database.url, seconds: 0 });
      assert.ok(unavailable > 50);
      assert.deepEqual(faults, []);
    }),
});

const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";

Deno.test({
  name:
    "two copies lose nothing acknowledged, answer in time and need no restart while each is killed, the KV is away and " +
    `the database is away${missing ? ` (skipped: ${missing})` : ""}`,
  ignore: missing !== undefined,
  fn: () =>
    inFolder(async (dir) => {
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("../gateway/migrations/"),
      );
      const { phases, acknowledged, faults } = await outagesOfCopies(dir, {
        ...{ database: database.url, seconds: 1.5, perSecond: 15 },
      });
      assert.deepEqual(faults, []);
      assert.equal(Object.keys(phases).length, 5);
      assert.ok(acknowledged > 50);
    }),
});
