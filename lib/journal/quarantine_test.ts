import assert from "node:assert/strict";
import { openQuarantine } from "lib/journal/quarantine.ts";

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "quarantine-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const refusal = Object.assign(new Error("invalid byte sequence"), { code: "22021" });

Deno.test("a refused record is in the file with its reason, in the log and in the health", () =>
  inFolder(async (dir) => {
    const told: unknown[] = [];
    const log = { error: (...line: unknown[]) => void told.push(line) };
    const path = `${dir}/quarantine/guard.ndjson`;
    const quarantine = await openQuarantine(path, { log, now: () => 0 });
    assert.equal(await quarantine.check(), undefined);
    quarantine.add("audit events", { id: "1", model: "m\0" }, refusal);
    quarantine.add("audit events", "half a line", new Error("not JSON"));
    const lines = (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines[0], {
      time: "1970-01-01T00:00:00.000Z",
      kind: "audit events",
      code: "22021",
      reason: "invalid byte sequence",
      record: { id: "1", model: "m\0" },
    });
    assert.equal(lines[1].record, "half a line");
    assert.equal(told.length, 2);
    assert.ok(!JSON.stringify(told).includes("half a line"), "no content in the log");
    const later = await openQuarantine(path, { log });
    assert.equal(later.count(), 2);
    const state = await later.check();
    assert.ok(
      state?.status === "ok" && state.detail.startsWith("2 records could not be stored"),
      state?.detail,
    );
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("a quarantine file never grows beyond its bound; further records are only counted", () =>
  inFolder(async (dir) => {
    const path = `${dir}/q.ndjson`;
    const quarantine = await openQuarantine(path, { log: { error() {} }, maxBytes: 1_000 });
    for (let n = 0; n < 100; n++) quarantine.add("records", { n }, refusal);
    assert.ok((await Deno.stat(path)).size <= 1_000);
    assert.equal(quarantine.count(), 100);
    assert.match((await quarantine.check())?.detail ?? "", /^100 records .* of them without room/);
  }));

Deno.test("a quarantine whose file cannot be written logs that and does not throw", () =>
  inFolder(async (dir) => {
    await Deno.mkdir(`${dir}/q.ndjson`);
    const told: string[] = [];
    const quarantine = await openQuarantine(`${dir}/q.ndjson`, {
      log: { error: (line) => void told.push(line) },
    });
    quarantine.add("records", { n: 1 }, refusal);
    assert.equal(told.length, 2);
    assert.equal(quarantine.count(), 1);
  }));

Deno.test("a quarantine in a folder that nobody may write to stops the start", async () => {
  await assert.rejects(openQuarantine("/proc/self/refused.ndjson", { log: { error() {} } }), {
    name: "SettingsError",
    message: /^DATA_DIR \/proc\/self cannot be /,
  });
});
