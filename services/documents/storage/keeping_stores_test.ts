import assert from "node:assert/strict";
import { sharingRules } from "lib/sharing/sharing.ts";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS } from "../testing.ts";
import { documentStore } from "./documents_store.ts";
import { duplicateStore } from "./duplicates_store.ts";
import { removalStore } from "./removal_store.ts";
import { tagStore } from "./tags_store.ts";

testOnEngines("tags, duplicates, days and deletions are kept and found", {
  schema: "documents",
  migrations: MIGRATIONS,
}, async (sql) => {
  const rules = sharingRules("private");
  const documents = documentStore(sql, rules);
  const [tags, duplicates, removals] = [tagStore(sql, rules), duplicateStore(sql, rules), removalStore(sql)];
  const viewer = { sub: "mona", role: "user" } as const;
  const insert = (filename: string, sha256: string) =>
    documents.insert({ filename, file_type: "pdf", kind: "pdf", size: 1, sha256, uploaded_by: "mona" });
  const [first, second, third] = [await insert("1", "aa"), await insert("2", "aa"), await insert("3", "bb")];
  assert.deepEqual(await tags.change(first.id, (before) => [...before, "a", "ب"]), ["a", "ب"]);
  assert.deepEqual(await tags.counts(viewer), [{ tag: "a", documents: 1 }, { tag: "ب", documents: 1 }]);
  assert.equal((await documents.list({ viewer, tag: "ب", limit: 5, offset: 0 })).total, 1);
  assert.equal(await tags.change(crypto.randomUUID(), () => ["a"]), undefined);
  assert.deepEqual((await duplicates.sameFile(second, viewer)).map(({ id }) => id), [first.id]);
  assert.deepEqual(await duplicates.sameText(third, viewer), []);
  const kept = await documents.keep(first.id, { keep_until: "2026-03-31", legal_hold: true });
  assert.deepEqual([kept?.keep_until, kept?.legal_hold], ["2026-03-31", true]);
  const expired = () => removals.removeExpired({ today: "2026-04-01", days: undefined, limit: 10 });
  assert.deepEqual(await expired(), []);
  assert.equal(await removals.remove(first.id, "mona"), undefined);
  assert.equal((await documents.keep(first.id, { legal_hold: false }))?.keep_until, "2026-03-31");
  assert.deepEqual((await expired()).map((row) => [row.document_id, row.reason]), [[first.id, "keep_until"]]);
  await sql`update documents.documents set created_at = '2026-03-01T22:00:00Z' where id = ${third.id}`;
  const usual = await removals.removeExpired({ today: "2026-04-01", days: 30, limit: 10 });
  assert.deepEqual(usual.map((row) => [row.document_id, row.reason]), [[third.id, "retention"]]);
  assert.deepEqual((await removals.doomed(10)).sort(), ["aa", "bb"]);
  const freed: string[] = [];
  for (const sha256 of await removals.doomed(10)) {
    await removals.free(sha256, () => Promise.resolve(void freed.push(sha256)));
  }
  assert.deepEqual(freed, ["bb"]);
  assert.deepEqual(await removals.doomed(10), []);
  assert.equal((await removals.deletions({ limit: 1, offset: 0 })).total, 2);
});
