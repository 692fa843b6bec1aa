import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS } from "../testing.ts";
import { anchorOf, type CellAddress } from "../understanding/tables/cell_place.ts";
import type { Extraction } from "../understanding/results/extraction.ts";
import { correctionStore, type DecideCell } from "./corrections_store.ts";
import { documentStore } from "./documents_store.ts";

const EXTRACTION: Extraction = {
  fields: [{ key: "total", value: "read", confidence: 0.5, field_type: "text" }],
  tables: [{ page: 1, header: ["Item", "Amount"], rows: [["Ink", "read"], ["Paper", "2"]] }],
  dates: [],
  summary: "",
  line_items: [],
};

const VALUES = Array.from({ length: 10 }, (_, i) => `value ${i}`);

async function extracted(sql: Sql): Promise<string> {
  const store = documentStore(sql, sharingRules("private"));
  const { id } = await store.insert({
    ...{ filename: "a.pdf", file_type: "pdf", kind: "pdf", size: 1, sha256: "00", uploaded_by: "mona" },
  });
  await store.claim(id, "extract", "one");
  await store.finish({ id, filename: "a.pdf" }, "one", { status: "extracted", extraction: EXTRACTION });
  return id;
}

/** Corrects a cell as its route does. */
function correcting(address: CellAddress, value: string): DecideCell {
  return (extraction, known) => {
    const cell = anchorOf(extraction?.tables ?? [], address);
    assert.ok(cell);
    const before = known.findLast((one) => one.cell.row === address.row)?.value ?? cell.texts[address.column];
    return { cell, value, before: before ?? null, by: "mona" };
  };
}

testOnEngines("simultaneous corrections of a field and of a cell each know the value before", {
  schema: "documents",
  migrations: MIGRATIONS,
}, async (sql) => {
  const id = await extracted(sql);
  const corrections = correctionStore(sql);
  const address = { table: 0, row: 1, column: 1 };
  await Promise.all(VALUES.flatMap((value) => [
    corrections.put(id, { key: "total", value, by: "mona" }),
    corrections.putCell(id, correcting(address, value)),
  ]));
  const all = await corrections.list(id);
  for (const name of ["total", "tables/0/cells/1/1"]) {
    const chain = all.filter(({ key }) => key === name);
    assert.deepEqual(chain.map(({ before }) => before), [
      "read",
      ...chain.slice(0, -1).map(({ value }) => value),
    ]);
    assert.deepEqual(new Set(chain.map(({ value }) => value)), new Set(VALUES));
  }
  const found = await documentStore(sql, sharingRules("private")).find(id);
  const lastOf = (name: string) => all.findLast(({ key }) => key === name)?.value;
  assert.equal(found?.extraction?.tables[0]?.rows[0]?.[1], lastOf("tables/0/cells/1/1"));
  assert.equal(found?.extraction?.fields[0]?.value, lastOf("total"));
  assert.deepEqual(found?.as_read, EXTRACTION);
  assert.equal(found?.cell_corrections.length, 1);
});

testOnEngines("corrections of cells are no examples for a model, and go with their document", {
  schema: "documents",
  migrations: MIGRATIONS,
}, async (sql) => {
  const id = await extracted(sql);
  await sql`update documents.documents set document_type = 'invoice' where id = ${id}`;
  const corrections = correctionStore(sql);
  await corrections.putCell(id, correcting({ table: 0, row: 2, column: 0 }, "Card"));
  await corrections.put(id, { key: "total", value: "7", by: "mona" });
  assert.deepEqual(await corrections.examples("mona", "invoice", 5), [{
    key: "total",
    value: "7",
    before: "read",
  }]);
  await assert.rejects(
    corrections.putCell(id, () => {
      throw new Error("refused");
    }),
    /refused/,
  );
  assert.equal((await corrections.list(id)).length, 2);
  await sql`delete from documents.documents where id = ${id}`;
  assert.deepEqual(await corrections.list(id), []);
  assert.equal(await corrections.putCell(id, correcting({ table: 0, row: 2, column: 0 }, "x")), undefined);
});
