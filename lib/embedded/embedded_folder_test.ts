import assert from "node:assert/strict";
import { fstatSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { type Disk, SyncedFolder } from "lib/embedded/embedded_folder.ts";
import { startParams } from "lib/embedded/embedded_parameters.ts";
import { unpack } from "lib/embedded/embedded_template.ts";
import { testTemplateArchive } from "lib/embedded/template_fixture.ts";

/** A disk that loses power: `survivors` writes the folder as it would be afterwards. */
interface FailingDisk extends Disk {
  /** The files that were synced, in order, by their path below the folder. */
  kept: string[];
  /** Writes the state after a power cut: each file as last synced, or as first found. */
  survivors(folder: string): Promise<void>;
}

/** A disk that holds `folder` as it is now, and later only what is synced. */
async function failingDisk(folder: string): Promise<FailingDisk> {
  const contents = new Map<number, Uint8Array>();
  const kept: string[] = [];
  const below = (path: string) => path.replace("/pglite/data", "");
  const keep = (fd: number, path: string) => {
    const { ino } = fstatSync(fd);
    kept.push(below(path));
    const real = `${folder}${below(path)}`;
    // A log file that was renamed since it was opened is found by its number when the folder is read.
    if (ino && isFile(real)) contents.set(ino, Deno.readFileSync(real));
  };
  for await (const path of filesIn(folder)) {
    contents.set(inode(`${folder}/${path}`), await Deno.readFile(`${folder}/${path}`));
  }
  return {
    kept,
    syncData: keep,
    sync: keep,
    async survivors(target) {
      for await (const path of foldersIn(folder)) await Deno.mkdir(`${target}/${path}`, { recursive: true });
      for await (const path of filesIn(folder)) {
        const real = `${folder}/${path}`;
        await Deno.writeFile(`${target}/${path}`, contents.get(inode(real)) ?? new Uint8Array());
      }
    },
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function inode(path: string): number {
  return Deno.statSync(path).ino ?? assert.fail("files have no numbers here");
}

async function* filesIn(folder: string, prefix = ""): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    if (isDirectory) yield* filesIn(folder, `${prefix}${name}/`);
    else yield prefix + name;
  }
}

async function* foldersIn(folder: string, prefix = ""): AsyncGenerator<string> {
  yield prefix;
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    if (isDirectory) yield* foldersIn(folder, `${prefix}${name}/`);
  }
}

async function withFolders(body: (folder: string, after: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await unpack(await testTemplateArchive(), `${dir}/pg`, "off");
    await body(`${dir}/pg`, `${dir}/after`);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const open = (fs: SyncedFolder) => PGlite.create({ fs, startParams: startParams("commit") });

async function survived(after: string): Promise<unknown[]> {
  const engine = await open(new SyncedFolder(after, "commit"));
  const { rows } = await engine.query<{ n: number }>("select n from kept order by n");
  await engine.exec("set enable_indexscan = off; set enable_seqscan = on; select count(*) from other");
  await engine.close();
  return rows.map(({ n }) => n);
}

Deno.test("commits that were flushed survive a power cut that keeps only synced data", async () => {
  await withFolders(async (folder, after) => {
    const disk = await failingDisk(folder);
    const fs = new SyncedFolder(folder, "commit", disk);
    const engine = await open(fs);
    await engine.exec("create table kept (n int primary key); create table other (text text)");
    await engine.exec("insert into kept values (1)");
    await engine.exec("checkpoint");
    await engine.exec("insert into kept values (2)");
    // More than a log file and the buffers hold, so that the log switches files and pages are written
    // meanwhile.
    await engine.exec("insert into other select repeat('x', 500) from generate_series(1, 40000)");
    await engine.exec("insert into kept values (3)");
    fs.flush();
    await disk.survivors(after);
    await engine.exec("insert into kept values (4)");
    await engine.close();
    assert.deepEqual(await survived(after), [1, 2, 3]);
  });
});

interface File {
  nfd: number;
  path: string;
}

/** The folder's file operations over fakes that only record the order of calls. */
async function operations(
  told: string[],
): Promise<Record<"write" | "close" | "fsync", (file: File) => void>> {
  const disk = {
    syncData: (_fd: number, path: string) => void told.push(`keep ${path}`),
    sync: (_fd: number, path: string) => void told.push(`keep ${path} whole`),
  };
  const ops = {
    write: (file: File) => void told.push(`write ${file.path}`),
    close: (file: File) => void told.push(`close ${file.path}`),
    fsync: (_file: File) => {},
  };
  const dir = await Deno.makeTempDir();
  const engine: PGlite = Object.create(PGlite.prototype);
  const { emscriptenOpts } = await new SyncedFolder(dir, "commit", disk).init(engine, {});
  await Deno.remove(dir);
  Reflect.apply(emscriptenOpts.preRun?.at(-1) ?? assert.fail(), undefined, [{ NODEFS: { stream_ops: ops } }]);
  return ops;
}

Deno.test("the log is synced before another file is written or synced, or the log's file is closed", async () => {
  const log = { nfd: 1, path: "/pglite/data/pg_wal/1" };
  const table = { nfd: 2, path: "/pglite/data/base/1" };
  for (const [act, expected] of [["write", "write"], ["fsync", "keep"]] as const) {
    const told: string[] = [];
    const ops = await operations(told);
    ops.write(log);
    ops.fsync(log);
    ops[act](table);
    const last = act === "write" ? `${expected} ${table.path}` : `${expected} ${table.path} whole`;
    assert.deepEqual(told, [`write ${log.path}`, `keep ${log.path}`, last]);
  }
  const told: string[] = [];
  const ops = await operations(told);
  ops.fsync(log);
  ops.close(log);
  ops.write(table);
  assert.deepEqual(told, [`keep ${log.path}`, `close ${log.path}`, `write ${table.path}`]);
});

Deno.test("commits that are flushed together share one sync; with syncs off there is none", async () => {
  for (const [sync, expected] of [["commit", 1], ["off", 0]] as const) {
    await withFolders(async (folder) => {
      const disk = await failingDisk(folder);
      const fs = new SyncedFolder(folder, sync, disk);
      const engine = await open(fs);
      await engine.exec("create table kept (n int)");
      fs.flush();
      disk.kept.length = 0;
      for (let n = 0; n < 20; n++) await engine.query("insert into kept values ($1)", [n]);
      fs.flush();
      assert.equal(disk.kept.filter((path) => path.startsWith("/pg_wal/")).length, expected, sync);
      await engine.close();
    });
  }
});
