import assert from "node:assert/strict";
import { ALONE, refreshedByAll, type Siblings } from "lib/processes/sibling_processes.ts";

/** Two processes that receive each other's messages. */
function pair(): [Siblings, Siblings] {
  const heard: Map<string, (data: unknown) => unknown>[] = [new Map(), new Map()];
  const at = (index: number): Siblings => ({
    any: true,
    async tell(topic, data) {
      await heard[1 - index]?.get(topic)?.(data);
    },
    on: (topic, act) => void heard[index]?.set(topic, act),
  });
  return [at(0), at(1)];
}

Deno.test("refreshedByAll() refreshes here and at the others, and resolves when all have done it", async () => {
  const done: string[] = [];
  const [one, two] = pair();
  const slowly = (name: string, ms: number) => async () => {
    await new Promise((later) => setTimeout(later, ms));
    done.push(name);
  };
  const refresh = refreshedByAll(one, "keys", slowly("one", 1));
  refreshedByAll(two, "keys", slowly("two", 20));
  refreshedByAll(two, "rules", slowly("another topic", 0));
  await refresh();
  assert.deepEqual(done, ["one", "two"]);
});

Deno.test("refreshedByAll() fails when this process's refresh fails; a process that is alone refreshes itself", async () => {
  const [one] = pair();
  await assert.rejects(
    refreshedByAll(one, "keys", () => Promise.reject(new Error("no database")))(),
    /no database/,
  );
  let count = 0;
  await refreshedByAll(ALONE, "keys", () => Promise.resolve(void count++))();
  assert.equal(count, 1);
});
