import assert from "node:assert/strict";
import { backupsIn } from "lib/installation/backups.ts";

Deno.test("copies and dumps are listed newest first with their size, and nothing else in the folder", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const env = { DATA_DIR: dir, EMBEDDED_COPY_HOURS: 24 };
    assert.deepEqual(await backupsIn(env), { every_hours: 24, copies: [] });
    await Deno.mkdir(`${dir}/copies/2026-11-21T063000Z/base`, { recursive: true });
    await Deno.writeTextFile(`${dir}/copies/2026-11-21T063000Z/base/1`, "12345");
    await Deno.writeTextFile(`${dir}/copies/2026-11-22T063000Z.dump`, "123");
    await Deno.mkdir(`${dir}/copies/unfinished`);
    const server = { ...env, DATABASE_URL: "postgres://db/diwan" };
    assert.deepEqual(await backupsIn(server), {
      every_hours: null,
      copies: [
        { name: "2026-11-22T063000Z.dump", kind: "dump", taken_at: "2026-11-22T06:30:00Z", bytes: 3 },
        { name: "2026-11-21T063000Z", kind: "copy", taken_at: "2026-11-21T06:30:00Z", bytes: 5 },
      ],
    });
    assert.equal((await backupsIn({ ...env, EMBEDDED_COPY_HOURS: 0 })).every_hours, null);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
