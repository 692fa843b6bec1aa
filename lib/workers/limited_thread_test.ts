import assert from "node:assert/strict";
import { limitedThread } from "./limited_thread.ts";

const MODULE = new URL("./limited_thread_fixture.ts", import.meta.url);

Deno.test("questions are answered in turn; one that takes too long fails alone, in a thread that ends", async () => {
  const thread = limitedThread<string, string>(MODULE, 200);
  try {
    const results = await Promise.allSettled(["a", "b", "loop", "c", "fail", "d"].map(thread.ask));
    assert.deepEqual(results.map((one) => one.status === "fulfilled" ? one.value : String(one.reason)), [
      "a 1",
      "b 2",
      "TimeLimitExceeded: The work took longer than 200 ms",
      "c 1",
      "Error: The work failed",
      "d 1",
    ]);
  } finally {
    thread.close();
  }
});

Deno.test("a thread that is closed fails what it has in hand", async () => {
  const thread = limitedThread<string, string>(MODULE, 60_000);
  const asked = thread.ask("a");
  thread.close();
  await assert.rejects(asked, /closed/);
});
