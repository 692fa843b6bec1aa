import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { openJournal } from "lib/journal/journal.ts";
import { openQuarantine } from "lib/journal/quarantine.ts";
import { testOnEngines, testServerDatabase, testService } from "lib/testing.ts";
import { auditLog } from "./audit_log.ts";
import { auditStore } from "./audit_store.ts";
import { MIGRATIONS, TEST_KEYS } from "../guard_fixture.ts";
import { launch } from "../process_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const { log } = testService();
const EVENT = { event_type: "evaluation", severity: "info", subject: "sara" } as const;
const ALL = { limit: 500, skip: 0 };

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "audit-" });
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
      const store = auditStore(sql, { keys: TEST_KEYS });
      const failing = { append: () => Promise.reject(new Error("away")) };
      const first = auditLog({ store: failing, log, journal: await openJournal(dir, "audit") });
      for (let i = 0; i < 3; i++) first.record({ ...EVENT, details: { i, text: "سطر\n جديد" } });
      await first.flush();
      const later = auditLog({ store, log, journal: await openJournal(dir, "audit") });
      assert.equal(await later.recover(), 0, "the file of a process that runs is its own");
      await first.close();
      assert.equal(await later.recover(), 3);
      assert.equal(await later.recover(), 0);
      assert.deepEqual((await store.list(ALL)).map(({ details }) => JSON.parse(details).i), [2, 1, 0]);
      await later.close();
      assert.deepEqual(await Array.fromAsync(Deno.readDir(dir)), []);
    }),
);

testOnEngines("an event that is written again is in the chain once", options, async (sql) => {
  const store = auditStore(sql, { keys: TEST_KEYS });
  const written: Parameters<typeof store.append>[0] = [];
  const auditing = auditLog({
    store: {
      async append(entries) {
        written.push(...entries);
        return await store.append(entries);
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

testOnEngines(
  "an event that the database refuses is set aside, and the chain goes on without it",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const store = auditStore(sql, { keys: TEST_KEYS });
      const quarantine = await openQuarantine(`${dir}/guard.ndjson`, { log });
      const auditing = auditLog({
        store,
        log,
        quarantine,
        journal: await openJournal(`${dir}/journal`, "audit"),
      });
      // Longer than an index key may be, even compressed.
      const user_id = Array.from({ length: 300 }, () => crypto.randomUUID()).join("");
      for (const id of ["a", "b", "c"]) {
        auditing.record({ ...EVENT, id, user_id: id === "b" ? user_id : null });
      }
      await auditing.flush();
      assert.deepEqual(
        (await store.list(ALL)).map(({ id }) => id),
        ["c", "a"],
      );
      assert.equal(quarantine.count(), 1);
      const [line = ""] = (await Deno.readTextFile(`${dir}/guard.ndjson`)).split("\n");
      assert.equal(JSON.parse(line).record.id, "b");
      await auditing.close();
      assert.deepEqual(await Array.fromAsync(Deno.readDir(`${dir}/journal`)), []);
    }),
);

testOnEngines(
  "recovery of a journal with a poisoned event and a bad line stores the others",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const store = auditStore(sql, { keys: TEST_KEYS });
      const quarantine = await openQuarantine(`${dir}/guard.ndjson`, { log });
      const away = { append: () => Promise.reject(new Error("away")) };
      const first = auditLog({ store: away, log, journal: await openJournal(`${dir}/journal`, "audit") });
      for (const id of ["a", "b", "c"]) first.record({ ...EVENT, id });
      await first.close();
      const [file] = await Array.fromAsync(Deno.readDir(`${dir}/journal`));
      const path = `${dir}/journal/${file?.name}`;
      const [a = "", b = "", c = ""] = (await Deno.readTextFile(path)).split("\n");
      const poisoned = JSON.stringify({ ...JSON.parse(b), model: "m\0" });
      await Deno.writeTextFile(path, [a, poisoned, "{half", c, "null"].join("\n") + "\n");
      const later = auditLog({
        store,
        log,
        quarantine,
        journal: await openJournal(`${dir}/journal`, "audit"),
      });
      assert.equal(await later.recover(), 2);
      assert.deepEqual((await store.list(ALL)).map(({ id }) => id), ["c", "a"]);
      assert.equal(quarantine.count(), 3);
      await later.close();
      assert.deepEqual(await Array.fromAsync(Deno.readDir(`${dir}/journal`)), []);
    }),
);

testOnEngines(
  "names with characters that databases cannot store are recorded without those characters",
  options,
  async (sql) => {
    const store = auditStore(sql, { keys: TEST_KEYS });
    const auditing = auditLog({ store, log });
    auditing.record({
      ...EVENT,
      subject: "sa\0ra",
      model: "m\0",
      user_id: "\ud800",
      details: { name: "n\0\udc00" },
    });
    await auditing.flush();
    const [event] = await store.list(ALL);
    assert.equal(event?.subject, "sara");
    assert.equal(event?.model, "m");
    assert.equal(event?.user_id, "\ufffd");
    assert.deepEqual(JSON.parse(event?.details ?? ""), { name: "n\ufffd" });
  },
);

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
      const callers = Array.from({ length: 4 }, async () => {
        while (
          (await killed.ask("POST", "/pii/detect", { text: "a@b.co" }).catch(() => undefined))?.status === 200
        ) {
          answered++;
        }
      });
      while (answered < 200) await new Promise((resolve) => setTimeout(resolve, 5));
      await killed.kill();
      await Promise.all(callers);
      const next = await launch("guard", freePort(), settings);
      const [row] = await database.sql<{ n: number }[]>`select count(*) as n from guard.audit_events`;
      // A request whose answer the kill cut off may be recorded too.
      assert.ok(row && row.n >= answered && row.n <= answered + 4, `${answered} answered, ${row?.n} kept`);
      assert.equal((await next.ask("GET", "/audit/verify")).body.valid, true);
      assert.equal(await next.stop(), 0);
    }),
});
