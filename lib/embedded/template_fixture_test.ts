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
    const made = [first];
    try {
      assert.equal(await migratedTemplate({ [notes]: folder }), first);
      const database = await openEmbedded(undefined, { template: first });
      try {
        assert.deepEqual(await migrate(database.sql, notes, folder), []);
        assert.equal((await database.sql`select text from ${database.sql(notes)}.notes`).length, 0);
      } finally {
        await database.close();
      }
      await Deno.writeTextFile(`${dir}/0002_more.sql`, "create table more (text text)");
      await Deno.utime(first, 0, 0);
      const second = await migratedTemplate({ [notes]: folder });
      made.push(second);
      assert.notEqual(second, first);
      await assert.rejects(Deno.stat(first), Deno.errors.NotFound, "a day old");
    } finally {
      for (const path of made) {
        await Deno.remove(path).catch(() => {});
        await Deno.remove(`${path}.lock`);
      }
    }
    assert.equal(await migratedTemplate({}), await testTemplate());
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
