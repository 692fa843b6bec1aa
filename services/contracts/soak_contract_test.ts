import assert from "node:assert/strict";
import { soak } from "../soak.ts";
import { sharedPlatform } from "./platform_fixture.ts";

Deno.test("a short soak answers every request well and samples the memory of the process", async () => {
  const platform = await sharedPlatform();
  const { samples, statuses } = await soak(platform, { seconds: 2, perSecond: 15 });
  assert.deepEqual([...statuses], [[200, 30]]);
  assert.ok(samples.length > 20 && samples.every((sample) => sample > 50), samples.join());
});
