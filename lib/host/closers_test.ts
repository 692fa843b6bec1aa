import assert from "node:assert/strict";
import { closeAll } from "lib/host/closers.ts";

Deno.test("closeAll() closes the last first, each once the one before it is closed", async () => {
  const closed: string[] = [];
  await closeAll([
    () => void closed.push("database"),
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      closed.push("service");
    },
  ]);
  assert.deepEqual(closed, ["service", "database"]);
});

Deno.test("closeAll() closes the rest when one fails, and then throws that failure", async () => {
  const closed: string[] = [];
  const failing = (message: string) => () => Promise.reject(new Error(message));
  await assert.rejects(
    closeAll([() => void closed.push("database"), failing("second"), failing("first")]),
    { message: "first" },
  );
  assert.deepEqual(closed, ["database"]);
});
