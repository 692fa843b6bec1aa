import assert from "node:assert/strict";
import { holdsDatabase, keptTemplate, unpack } from "lib/embedded/embedded_template.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";

async function withFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function namesIn(dir: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(dir)) names.push(name);
  return names.sort();
}

Deno.test("keptTemplate() initialises once for all concurrent callers, and never again", async () => {
  await withFolder(async (dir) => {
    let made = 0;
    const initialise = () => Promise.resolve(new Uint8Array([++made]));
    const path = `${dir}/template.tar`;
    const all = await Promise.all(Array.from({ length: 5 }, () => keptTemplate(path, initialise)));
    assert.deepEqual([...all, await keptTemplate(path, initialise)].map(([byte]) => byte), [
      1,
      1,
      1,
      1,
      1,
      1,
    ]);
    assert.deepEqual(await namesIn(dir), ["template.tar", "template.tar.lock"]);
  });
});

Deno.test("keptTemplate() keeps nothing of a failed initialisation, and the next caller tries again", async () => {
  await withFolder(async (dir) => {
    const path = `${dir}/template.tar`;
    await assert.rejects(keptTemplate(path, () => Promise.reject(new Error("no memory"))), /no memory/);
    assert.deepEqual([...await keptTemplate(path, () => Promise.resolve(new Uint8Array([7])))], [7]);
  });
});

Deno.test("unpack() replaces a half-written folder that a killed process left, readable by its owner only", async () => {
  await withFolder(async (dir) => {
    const template = await Deno.readFile(await madeTemplate());
    await Deno.mkdir(`${dir}/pg.new/base`, { recursive: true });
    await Deno.writeTextFile(`${dir}/pg.new/PG_VERSION`, "half");
    await unpack(template, `${dir}/pg`, "off");
    assert.deepEqual(await namesIn(dir), ["pg"]);
    assert.ok(await holdsDatabase(`${dir}/pg`));
    for (const path of ["pg", "pg/base", "pg/pg_wal", "pg/PG_VERSION", "pg/global/pg_control"]) {
      assert.equal(((await Deno.stat(`${dir}/${path}`)).mode ?? 0) & 0o077, 0, path);
    }
    await using database = await opened(`${dir}/pg`);
    assert.deepEqual([...await database.sql`select 1 as one`], [{ one: 1 }]);
  });
});

Deno.test("holdsDatabase() is false for an absent or empty folder and refuses one that holds something else", async () => {
  await withFolder(async (dir) => {
    assert.equal(await holdsDatabase(`${dir}/absent`), false);
    assert.equal(await holdsDatabase(dir), false);
    await Deno.writeTextFile(`${dir}/notes.txt`, "mine");
    await assert.rejects(holdsDatabase(dir), /holds files, but no database/);
    await assert.rejects(openEmbedded(dir), /Embedded database: .*holds files, but no database/);
    assert.deepEqual(await namesIn(dir), ["notes.txt"]);
  });
});

async function madeTemplate(): Promise<string> {
  const template = await testTemplate();
  await (await openEmbedded(undefined, { template })).close();
  return template;
}

async function opened(folder: string) {
  const database = await openEmbedded(folder);
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}
