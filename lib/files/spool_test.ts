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

const inMemory = (): Spool => memorySpool({ maxBytes: 16, blockBytes: 4 });

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

const failsWith = (status: number) => (error: unknown) =>
  error instanceof ServiceError && error.status === status;

Deno.test("memory holds files up to its bound, and more when one is removed", async () => {
  const spool = inMemory();
  const first = await spool.take(chunks("0123456789"));
  await assert.rejects(spool.take(chunks("0123", "4567")), failsWith(503));
  await first.remove();
  assert.equal((await spool.take(chunks("0123", "4567"))).size, 8);
});

Deno.test("a file that memory could not hold alone is refused for its size", async () => {
  const spool = inMemory();
  await assert.rejects(spool.take(chunks("0123456789abcdef", "g")), failsWith(413));
  assert.equal((await spool.take(chunks("0123456789abcdef"))).size, 16);
});

Deno.test("memory counts whole blocks, however small the files", async () => {
  const spool = inMemory();
  const files = [];
  for (let one = 0; one < 4; one++) files.push(await spool.take(chunks("0")));
  await assert.rejects(spool.take(chunks("0")), failsWith(503));
  await Promise.all(files.map((file) => file.remove()));
  assert.equal((await spool.take(chunks("0"))).size, 1);
});

Deno.test("a file in memory is the same however it was cut", async () => {
  for (const blockBytes of [1, 3, 4, 16]) {
    for (
      const cuts of [["0123456789abcdef"], [..."0123456789abcdef"], ["", "01234", "", "56789abcde", "f"]]
    ) {
      const file = await memorySpool({ maxBytes: 18, blockBytes }).take(chunks(...cuts));
      assert.equal(await new Response(await file.read()).text(), "0123456789abcdef");
    }
  }
});

Deno.test("a file in memory that is removed is read to its end by whoever has begun", async () => {
  const file = await inMemory().take(chunks("0123456789"));
  const stream = await file.read();
  await file.remove();
  assert.equal(await new Response(stream).text(), "0123456789");
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
