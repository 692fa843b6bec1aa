import assert from "node:assert/strict";
import { uuidv7 } from "lib/ids.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS } from "../testing.ts";
import { documentStore } from "./documents_store.ts";

const COUNT = 7;

testOnEngines("the pages of a list, read from whichever end is nearer, are the whole list in its order", {
  schema: "documents",
  migrations: MIGRATIONS,
}, async (sql) => {
  const store = documentStore(sql, sharingRules("private"));
  const viewer = { sub: "mona", role: "user" } as const;
  for (let index = 0; index < COUNT; index++) {
    const document = {
      filename: `${index}.pdf`,
      file_type: "pdf",
      kind: "pdf",
      size: 1,
      sha256: uuidv7(),
    } as const;
    await store.insert({ ...document, uploaded_by: "mona" });
    await store.insert({ ...document, sha256: uuidv7(), uploaded_by: "somebody else" });
  }
  // Equal times, ordered by id.
  await sql`update documents.documents set created_at = '2026-01-01' where filename in ('2.pdf', '3.pdf', '4.pdf')`;
  const whole = await store.list({ viewer, limit: 100, offset: 0 });
  const ids = whole.rows.map(({ id }) => id);
  assert.deepEqual([whole.total, ids.length], [COUNT, COUNT]);
  assert.deepEqual(whole.rows.slice(-3).map(({ filename }) => filename), ["4.pdf", "3.pdf", "2.pdf"]);
  for (let limit = 1; limit <= COUNT + 1; limit++) {
    for (let offset = 0; offset <= COUNT + 1; offset++) {
      const { rows, total } = await store.list({ viewer, limit, offset });
      assert.equal(total, COUNT);
      assert.deepEqual(
        rows.map(({ id }) => id),
        ids.slice(offset, offset + limit),
        `${limit} from ${offset}`,
      );
    }
  }
});
