import assert from "node:assert/strict";
import { testService } from "lib/testing.ts";
import { openLineRecorder } from "./line_recorder.ts";

Deno.test("records in the previous version's spool are inserted", async () => {
  const dir = await Deno.makeTempDir({ prefix: "records-" });
  try {
    const line = JSON.stringify({ id: crypto.randomUUID(), cost_usd: 0.25 });
    await Deno.mkdir(`${dir}/spool`);
    await Deno.writeTextFile(`${dir}/spool/usage-1.ndjson`, `${line}\n`);
    const { promise: inserted, resolve } = Promise.withResolvers<string>();
    const recorder = await openLineRecorder({
      ...{ dir: `${dir}/journal`, name: "gateway_usage", spooled: "usage-", what: "usage records" },
      ...{ maxBytes: 2 ** 20, log: testService().log },
      insert: (json) => Promise.resolve(resolve(json)),
    });
    assert.equal(await inserted, `[${line}]`);
    await recorder.close();
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${dir}/journal`)), []);
    await assert.rejects(Deno.stat(`${dir}/spool`), Deno.errors.NotFound);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
