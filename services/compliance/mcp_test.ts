import assert from "node:assert/strict";
import { createLogger } from "lib/log.ts";
import { callMcpTool, exhaustedHeavyLimiter, testDatabase, testService } from "lib/testing.ts";
import { createApp } from "./app.ts";
import { openCatalogue } from "./catalogue.ts";
import { openSigner } from "./signing.ts";

Deno.test("planning by MCP counts as heavy, as its route does", async () => {
  await using database = await testDatabase("compliance", import.meta.resolve("./migrations/"));
  const app = createApp({
    service: testService({ limiter: exhaustedHeavyLimiter() }),
    sql: database.sql,
    catalogue: await openCatalogue({ log: createLogger({ write: () => {} }) }),
    signer: await openSigner(database.sql),
    thresholds: { certified: 80, frameworkFloor: 70, conditional: 60 },
    corsOrigins: [],
    publicUrl: "https://diwan.example",
  });
  const planned = await callMcpTool(app, "plan", { report_id: crypto.randomUUID() });
  assert.match(planned.text, /Rate limit exceeded/);
  assert.equal((await callMcpTool(app, "list_frameworks")).isError, false);
});
