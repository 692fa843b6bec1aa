import assert from "node:assert/strict";
import { ServiceError } from "lib/errors.ts";
import { diskSpool, memorySpool, type Spool } from "lib/files/spool.ts";

const encoder = new TextEncoder();

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await Promise.resolve();
    yield encoder.encode(text);
  }
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield* chunks("half of it");
  throw new Error("the caller went away");
}

const inMemory = (): Spool => memorySpool({ maxBytes: 16 });

for (const where of ["on disk", "in memory"]) {
  const spoolIn = (folder: string) => where === "on disk" ? diskSpool(`${folder}/spool`) : inMemory();

  Deno.test(`a file ${where} is read as often as need be, until it is removed`, async () => {
    const folder = await Deno.makeTempDir();
    const spool = spoolIn(folder);
    const file = await spool.take(chunks("first ", "second"));
    assert.equal(file.size, 12);
    const texts = await Promise.all([1, 2].map(async () => await new Response(await file.read()).text()));
    assert.deepEqual(texts, ["first second", "first second"]);
    await file.remove();
    await file.remove();
    assert.deepEqual(filesBelow(folder), []);
    await Deno.remove(folder, { recursive: true });
  });

  Deno.test(`of a file ${where} that does not arrive whole nothing is kept`, async () => {
    const folder = await Deno.makeTempDir();
    const spool = spoolIn(folder);
    for (let tries = 0; tries < 5; tries++) {
      await assert.rejects(spool.take(broken()), /the caller went away/);
    }
    // Bytes of the halves would leave no room for a whole one.
    assert.equal((await spool.take(chunks("0123456789abcdef"))).size, 16);
    assert.equal(filesBelow(folder).length, where === "on disk" ? 1 : 0);
    await Deno.remove(folder, { recursive: true });
  });
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [name]
  );
}

Deno.test("memory holds files up to its bound, and more when one is removed", async () => {
  const spool = inMemory();
  const first = await spool.take(chunks("0123456789"));
  await assert.rejects(
    spool.take(chunks("0123", "4567")),
    (error) => error instanceof ServiceError && error.status === 503,
  );
  await first.remove();
  assert.equal((await spool.take(chunks("0123", "4567"))).size, 8);
});

Deno.test("a sweep removes what is older than a day, and fails for no folder that is not there", async () => {
  const folder = await Deno.makeTempDir();
  const spool = diskSpool(folder);
  await diskSpool(`${folder}/absent`).sweep();
  await spool.take(chunks("left"));
  await Deno.mkdir(`${folder}/form`);
  await spool.sweep(Date.now() + 3_600_000);
  assert.equal(filesBelow(folder).length, 1);
  await spool.sweep(Date.now() + 25 * 3_600_000);
  assert.deepEqual([...await Array.fromAsync(Deno.readDir(folder))], []);
  await Deno.remove(folder, { recursive: true });
});
