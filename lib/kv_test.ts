import assert from "node:assert/strict";
import { openKv } from "lib/kv.ts";

Deno.test("openKv() keeps a file for each service", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const guard = await openKv({ dir: `${dir}/kv`, name: "guard" });
    const voice = await openKv({ dir: `${dir}/kv`, name: "voice" });
    await guard.set(["a"], 1);
    assert.equal((await voice.get(["a"])).value, null);
    guard.close();
    voice.close();
    const again = await openKv({ dir: `${dir}/kv`, name: "guard" });
    assert.equal((await again.get(["a"])).value, 1);
    again.close();
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
