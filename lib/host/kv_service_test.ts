import assert from "node:assert/strict";
import { closeAll, type Closer } from "lib/host/closers.ts";
import { readEnv, SharedEnv } from "lib/env.ts";
import { openServiceKv } from "lib/host/kv_service.ts";
import { createLogger } from "lib/telemetry/log.ts";

Deno.test("a damaged KV file stops the start in a sentence, and a start without it makes a new one", async () => {
  const dir = await Deno.makeTempDir();
  const closers: Closer[] = [];
  const shared = readEnv(SharedEnv, (name) => name === "DATA_DIR" ? dir : undefined);
  const open = () => openServiceKv({ shared, name: "small" }, { log: createLogger({ write() {} }), closers });
  const path = `${dir}/kv/small.sqlite3`;
  try {
    await Deno.mkdir(`${dir}/kv`);
    await Deno.writeTextFile(path, "overwritten by a copy that went wrong ".repeat(500));
    await assert.rejects(open(), (error: Error) => {
      assert.equal(error.name, "SettingsError");
      assert.ok(error.message.startsWith(`The key-value store ${path} is damaged (`), error.message);
      assert.match(error.message, /move it away/);
      return true;
    });
    await closeAll(closers.splice(0));
    await Deno.rename(path, `${path}.damaged`);
    const kv = await open();
    await kv.set(["a"], 1);
    assert.equal((await kv.get(["a"])).value, 1);
  } finally {
    await closeAll(closers);
    await Deno.remove(dir, { recursive: true });
  }
});
