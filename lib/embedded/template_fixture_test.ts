import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migratedTemplate, testTemplate } from "lib/embedded/template_fixture.ts";
import { migrate } from "lib/database/migrations.ts";

Deno.test("a database from a migrated template has its schemas; changed migrations make another template", async () => {
  const dir = await Deno.makeTempDir();
  const folder = `${pathToFileURL(dir).href}/`;
  const notes = `template_test_${crypto.randomUUID().slice(0, 8)}`;
  try {
    await Deno.writeTextFile(`${dir}/0001_notes.sql`, "create table notes (text text not null)");
    const first = await migratedTemplate({ [notes]: folder });
    try {
      assert.equal(await migratedTemplate({ [notes]: folder }), first);
      const database = await openEmbedded(undefined, { template: first });
      try {
        assert.deepEqual(await migrate(database.sql, notes, folder), []);
        assert.equal((await database.sql`select text from ${database.sql(notes)}.notes`).length, 0);
      } finally {
        await database.close();
      }
    } finally {
      await Deno.remove(first);
      await Deno.remove(`${first}.lock`);
    }
    assert.equal(await migratedTemplate({}), await testTemplate());
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
