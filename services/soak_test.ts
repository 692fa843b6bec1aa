import assert from "node:assert/strict";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { platformMigrations } from "./platform_migrations_fixture.ts";
import { startPlatform } from "./attack/platform.ts";
import { judge, soak } from "./soak.ts";

Deno.test("judge() accepts a flat second half, whatever came before, and rejects a rising one", () => {
  const rising = Array.from({ length: 120 }, (_, index) => 300 + index);
  const level = Array.from({ length: 120 }, (_, index) => 420 + index % 5);
  assert.equal(judge([...rising, ...level]).flat, true);
  assert.equal(judge([...level, ...rising.map((value) => value + 120)]).flat, false);
  assert.equal(judge([...level, ...level.toSpliced(60, 1, 900)]).flat, true, "one high sample");
  assert.deepEqual(judge([100]), { start: 100, middle: 100, end: 100, flat: true });
});

Deno.test("a short soak answers every request well and samples the memory of the process", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await using platform = await startPlatform(dir, await quickEmbedded(await platformMigrations()));
    const { samples, statuses } = await soak(platform, { seconds: 2, perSecond: 15 });
    assert.deepEqual([...statuses], [[200, 30]]);
    assert.ok(samples.length > 20 && samples.every((sample) => sample > 50), samples.join());
    assert.equal(await platform.stop(), 0);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
