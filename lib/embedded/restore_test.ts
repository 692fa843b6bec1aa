import assert from "node:assert/strict";
import { lockFile } from "lib/database/db.ts";
import { unchecked } from "lib/embedded/embedded_start.ts";
import { restore } from "lib/embedded/restore.ts";
import { SettingsError } from "lib/env.ts";

const COPY = "2026-01-01T100000Z";

/** A folder of data whose database says "now", with a copy that says "then". */
async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    for (const [folder, text] of [[`${dir}/pg`, "now"], [`${dir}/copies/${COPY}`, "then"]] as const) {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/PG_VERSION`, text);
    }
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const version = (dir: string) => Deno.readTextFile(`${dir}/pg/PG_VERSION`);

Deno.test("deno task restore lists the copies, and says where there are none", () =>
  inFolder(async (dir) => {
    assert.equal(await restore(dir, []), `${COPY}\nPut one back with deno task restore ${COPY}`);
    await Deno.remove(`${dir}/copies`, { recursive: true });
    assert.equal(await restore(dir, []), `There are no copies in ${dir}/copies`);
    assert.equal(await version(dir), "now");
  }));

Deno.test("a database that was put back is not held for the damaged one that it replaces", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(unchecked(dir), "opened after a power cut, not found whole yet\n");
    assert.match(
      await restore(dir, [COPY]),
      /The copy of 2026-01-01T100000Z is in place\. The folder it repl/,
    );
    assert.equal(await version(dir), "then");
    await assert.rejects(Deno.stat(unchecked(dir)), Deno.errors.NotFound);
  }));

Deno.test("a database in use, and a copy that is not there, change nothing; the lock is given back each time", () =>
  inFolder(async (dir) => {
    const unlock = await lockFile(`${dir}/pg.lock`, dir);
    await assert.rejects(restore(dir, ["latest"]), SettingsError);
    unlock();
    await assert.rejects(
      restore(dir, ["2020-01-01T000000Z"]),
      /No copy 2020-01-01T000000Z in .*there are 2026/,
    );
    assert.equal(await version(dir), "now");
    await restore(dir, ["latest"]);
    assert.equal(await version(dir), "then");
  }));

Deno.test("without a dump of the server that is asked for, the server is not touched", () =>
  inFolder(async (dir) => {
    const server = "postgres://nobody@127.0.0.1:9/none";
    assert.equal(await restore(dir, [], server), `There are no copies in ${dir}/copies`);
    await assert.rejects(restore(dir, [COPY], server), /No copy .*: there are none$/);
    await assert.rejects(restore(dir, ["latest"], server), /No copy latest .*: there are none$/);
  }));
