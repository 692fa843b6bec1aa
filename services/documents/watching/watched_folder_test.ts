import assert from "node:assert/strict";
import type { Document } from "../storage/document.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";
import { storeFound } from "../uploads/upload.ts";
import { type WatchedFolder, watchedFolder } from "./watched_folder.ts";

async function watched(
  test: TestApp,
  { maxFileBytes = 100_000, fails = false }: { maxFileBytes?: number; fails?: boolean } = {},
): Promise<{ folder: string; begun: Document[]; watch: WatchedFolder; another(): WatchedFolder }> {
  const folder = `${test.folder}/watched`;
  await Deno.mkdir(folder, { recursive: true });
  const begun: Document[] = [];
  const another = () =>
    watchedFolder({
      folder,
      spool: test.deps.spool,
      maxFileBytes,
      take: (file, origin) => {
        if (fails) throw new Error("the storage is away");
        return storeFound(file, { uploaded_by: "scanner", origin }, test.deps);
      },
      process: (document) => Promise.resolve(void begun.push(document)),
      log: test.deps.service.log,
    });
  return { folder, begun, watch: another(), another };
}

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) if (!isDirectory) found.push(name);
  return found.sort();
}

Deno.test("an unchanged file becomes its owner's document, once over two processes, and is moved", async () => {
  await using test = await testApp();
  const { folder, begun, watch, another } = await watched(test);
  const docx = await fixture("contract_en.docx");
  await Deno.writeFile(`${folder}/عقد.docx`, docx.subarray(0, 100));
  await watch.look();
  await Deno.writeFile(`${folder}/عقد.docx`, docx);
  await watch.look();
  assert.equal(begun.length, 0, "it has changed since the look before");
  const second = another();
  await second.look();
  await Promise.all([watch.look(), second.look()]);
  assert.deepEqual(await names(folder), []);
  assert.deepEqual(await names(`${folder}/done`), ["عقد.docx"]);
  assert.deepEqual(
    begun.map(({ filename, uploaded_by, background }) => [filename, uploaded_by, background]),
    [
      ["عقد.docx", "scanner", true],
    ],
  );
  assert.deepEqual(await names(`${test.folder}/incoming`), []);
});

Deno.test("a file whose process died before the move makes no second document", async () => {
  await using test = await testApp();
  const { folder, begun, watch } = await watched(test);
  const path = `${folder}/a.docx`;
  await Deno.writeFile(path, await fixture("contract_en.docx"));
  const at = new Date("2026-03-01T00:00:00Z");
  await Deno.utime(path, at, at);
  await watch.look();
  await watch.look();
  await Deno.rename(`${folder}/done/a.docx`, path);
  await watch.look();
  await watch.look();
  assert.equal(begun.length, 1);
  assert.deepEqual(await names(`${folder}/done`), ["a.docx"]);
  // The same bytes written again later are a new file.
  await Deno.writeFile(path, await fixture("contract_en.docx"));
  await watch.look();
  await watch.look();
  assert.equal(begun.length, 2);
  assert.equal((await names(`${folder}/done`)).length, 2);
});

Deno.test("unsupported and too large files are moved to failed; links and unfinished files are left alone", async () => {
  await using test = await testApp();
  const { folder, begun, watch } = await watched(test);
  await Deno.writeTextFile(`${folder}/notes.txt`, "no document");
  await Deno.writeFile(`${folder}/large.pdf`, new Uint8Array(100_001));
  await Deno.writeFile(`${test.folder}/secret.pdf`, await fixture("invoice_en.pdf"));
  await Deno.symlink(`${test.folder}/secret.pdf`, `${folder}/link.pdf`);
  await Deno.writeFile(`${folder}/scan.pdf.part`, await fixture("invoice_en.pdf"));
  await Deno.writeFile(`${folder}/.hidden.pdf`, await fixture("invoice_en.pdf"));
  await watch.look();
  await watch.look();
  await watch.look();
  assert.deepEqual(await names(`${folder}/failed`), ["large.pdf", "notes.txt"]);
  assert.deepEqual(await names(folder), [".hidden.pdf", "link.pdf", "scan.pdf.part"]);
  assert.equal(begun.length, 0);
});

Deno.test("a file stays while the storage is down, and a done folder that is a symbolic link is refused", async () => {
  await using test = await testApp();
  const { folder, watch } = await watched(test, { fails: true });
  await Deno.writeFile(`${folder}/a.docx`, await fixture("contract_en.docx"));
  await watch.look();
  await watch.look();
  assert.deepEqual(await names(folder), ["a.docx"]);
  await Deno.remove(`${folder}/done`);
  await Deno.mkdir(`${test.folder}/elsewhere`);
  await Deno.symlink(`${test.folder}/elsewhere`, `${folder}/done`);
  await assert.rejects(watch.look(), /is no folder/);
});

Deno.test("a file with the longest possible name is imported twice", async () => {
  await using test = await testApp();
  const { folder, begun, watch } = await watched(test);
  const name = `${"ع".repeat(125)}.docx`;
  for (const at of [new Date("2026-03-01"), new Date("2026-03-02")]) {
    await Deno.writeFile(`${folder}/${name}`, await fixture("contract_en.docx"));
    await Deno.utime(`${folder}/${name}`, at, at);
    await watch.look();
    await watch.look();
  }
  assert.deepEqual(await names(folder), []);
  assert.equal((await names(`${folder}/done`)).length, 2);
  assert.equal(begun.length, 2);
});

Deno.test("a file with a hard link elsewhere is left alone", async () => {
  await using test = await testApp();
  const { folder, begun, watch } = await watched(test);
  await Deno.writeFile(`${test.folder}/secret.docx`, await fixture("contract_en.docx"));
  await Deno.link(`${test.folder}/secret.docx`, `${folder}/hard.docx`);
  await watch.look();
  await watch.look();
  assert.deepEqual([begun.length, await names(folder)], [0, ["hard.docx"]]);
});

for (const look of [1, 2]) {
  Deno.test(`a pipe that replaces a file after check ${look} does not block the scan`, async () => {
    await using test = await testApp();
    const { folder, begun, watch } = await watched(test);
    const path = `${folder}/a.docx`;
    await Deno.writeFile(path, await fixture("contract_en.docx"));
    await watch.look();
    await using _ = afterLooks(look, path, async () => {
      await Deno.remove(path);
      assert.equal((await new Deno.Command("mkfifo", { args: [path] }).output()).code, 0);
    });
    await watch.look();
    await watch.look();
    // Replaced at the second check, the file has already been read.
    assert.equal(begun.length, look - 1);
  });
}

/** Calls `act` after `watchedPath` has been checked `times` times. */
function afterLooks(times: number, watchedPath: string, act: () => Promise<void>): AsyncDisposable {
  const { lstat } = Deno;
  let looks = 0;
  Deno.lstat = async (path) => {
    const info = await lstat(path);
    if (path === watchedPath && ++looks === times) await act();
    return info;
  };
  return { [Symbol.asyncDispose]: () => Promise.resolve(void (Deno.lstat = lstat)) };
}
