import assert from "node:assert/strict";
import { testOnEngines, testServerDatabase, testService } from "lib/testing.ts";
import { openAuditJournal } from "./audit_journal.ts";
import { auditLog } from "./audit_log.ts";
import { auditStore } from "./audit_store.ts";
import { MIGRATIONS } from "./guard_fixture.ts";
import { freePort, launch } from "./process_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const { log } = testService();
const EVENT = { event_type: "evaluation", severity: "info", subject: "sara" } as const;
const ALL = { limit: 500, skip: 0 };

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "journal-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

testOnEngines(
  "events that the database did not take are written by the next process, once",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const store = auditStore(sql);
      let away = true;
      const failing = {
        ...store,
        append: () => away ? Promise.reject(new Error("away")) : Promise.resolve(),
      };
      const journal = await openAuditJournal(dir, log);
      const auditing = auditLog({ store: failing, log, journal });
      for (let i = 0; i < 3; i++) auditing.record({ ...EVENT, details: { i, text: "سطر\n جديد" } });
      await auditing.flush();
      const later = await openAuditJournal(dir, log);
      assert.equal(await later.recover(store.append), 0, "the file of a process that runs is its own");
      await journal.close();
      assert.equal(await later.recover(store.append), 3);
      assert.equal(await later.recover(store.append), 0);
      assert.deepEqual((await store.list(ALL)).map(({ details }) => JSON.parse(details).i), [2, 1, 0]);
      await later.close();
      away = false;
      await auditing.flush();
    }),
);

testOnEngines(
  "a journal is as long as what waits, and goes with its process",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const journal = await openAuditJournal(dir, log);
      const auditing = auditLog({ store: auditStore(sql), log, journal });
      const size = async () => {
        const [entry] = await Array.fromAsync(Deno.readDir(dir));
        return (await Deno.stat(`${dir}/${entry?.name}`)).size;
      };
      auditing.record(EVENT);
      assert.ok(await size() > 0);
      await auditing.flush();
      assert.equal(await size(), 0);
      auditing.record(EVENT);
      await auditing.flush();
      await journal.close();
      assert.deepEqual(await Array.fromAsync(Deno.readDir(dir)), []);
    }),
);

testOnEngines("an event that is written again is in the chain once", options, async (sql) => {
  const store = auditStore(sql);
  const written: Parameters<typeof store.append>[0] = [];
  const auditing = auditLog({
    store: {
      ...store,
      async append(entries) {
        await store.append(entries);
        written.push(...entries);
      },
    },
    log,
  });
  auditing.record(EVENT);
  auditing.record(EVENT);
  await auditing.flush();
  await store.append(written);
  assert.deepEqual((await store.list(ALL)).map(({ seq }) => seq), [2, 1]);
});

const server = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `kill -9 loses no event of a request that was answered${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  fn: () =>
    inFolder(async (dir) => {
      await using database = await testServerDatabase(server ?? "", "guard", MIGRATIONS);
      const settings = { DATA_DIR: dir, DATABASE_URL: database.url };
      const killed = await launch("guard", freePort(), settings);
      let answered = 0;
      const asking = Array.from({ length: 4 }, async () => {
        while (
          (await killed.ask("POST", "/pii/detect", { text: "a@b.co" }).catch(() => undefined))?.status === 200
        ) {
          answered++;
        }
      });
      while (answered < 200) await new Promise((resolve) => setTimeout(resolve, 5));
      await killed.kill();
      await Promise.all(asking);
      const next = await launch("guard", freePort(), settings);
      const [row] = await database.sql<{ n: number }[]>`select count(*) as n from guard.audit_events`;
      // A request whose answer the kill cut off may be there too.
      assert.ok(row && row.n >= answered && row.n <= answered + 4, `${answered} answered, ${row?.n} kept`);
      assert.equal((await next.ask("GET", "/audit/verify")).body.valid, true);
      assert.equal(await next.stop(), 0);
    }),
});
