import assert from "node:assert/strict";
import { endedUncleanly, restartedSince } from "lib/embedded/embedded_check.ts";

/** A folder whose control file says that its engine is in `state`. */
async function folderInState(state: number): Promise<string> {
  const folder = await Deno.makeTempDir();
  const control = new Uint8Array(512);
  new DataView(control.buffer).setUint32(16, state, true);
  await Deno.mkdir(`${folder}/global`);
  await Deno.writeFile(`${folder}/global/pg_control`, control);
  return folder;
}

Deno.test("an engine that was shut down ended cleanly, one in production did not, and a new folder had none", async () => {
  const [shutDown, inProduction, none] = [
    await folderInState(1),
    await folderInState(6),
    await Deno.makeTempDir(),
  ];
  try {
    assert.equal(await endedUncleanly(shutDown), false);
    assert.equal(await endedUncleanly(inProduction), true);
    assert.equal(await endedUncleanly(none), false);
  } finally {
    for (const folder of [shutDown, inProduction, none]) await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a lock from before the machine's start tells that it was started anew", async () => {
  const lock = await Deno.makeTempFile();
  try {
    assert.equal(await restartedSince(lock), false);
    const before = new Date(Date.now() - (Deno.osUptime() + 60) * 1000);
    await Deno.utime(lock, before, before);
    assert.equal(await restartedSince(lock), true);
  } finally {
    await Deno.remove(lock);
  }
  assert.equal(await restartedSince(lock), false);
});
