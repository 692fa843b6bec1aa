import assert from "node:assert/strict";
import { z } from "zod";
import { createMetrics } from "./metrics.ts";

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }))
    .min(1),
});

Deno.test("the Grafana dashboard uses exactly the metrics of /metrics", async () => {
  const text = await Deno.readTextFile(new URL("./grafana.json", import.meta.url));
  const { panels } = Dashboard.parse(JSON.parse(text));
  const rendered = await createMetrics().render();
  const there = new Set(
    [...rendered.matchAll(/^# TYPE (diwan_gateway_\w+) (\w+)$/gm)].map(([, name]) => name),
  );
  const named = panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/diwan_gateway_\w+/g)].map(([name]) => ({
        title,
        name: name.replace(/_bucket$/, ""),
      }))
    )
  );
  assert.ok(there.size > 10);
  for (const { title, name } of named) assert.ok(there.has(name), `${title}: ${name}`);
  const shown = new Set(named.map(({ name }) => name));
  assert.deepEqual([...there].filter((name) => name !== undefined && !shown.has(name)), []);
});
