import assert from "node:assert/strict";
import { SettingsError } from "lib/env.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { startFailure, untilAnswering } from "lib/host/start_failure.ts";

const coded = (code: string, message = "no") => Object.assign(new Error(message), { code });

const SENTENCES: [error: unknown, sentence: RegExp][] = [
  [new SettingsError("PORT: no number"), /^PORT: no number$/],
  [coded("ENOSPC"), /^The disk of DATA_DIR \/data is full: free space/],
  [coded("ECONNREFUSED"), /^The database does not answer: start it, or correct DATABASE_URL/],
  [new Deno.errors.NotCapable("net"), /start with deno task start/],
  [coded("EACCES"), /^DATA_DIR \/data cannot be written/],
  [new Error("Read-only file system (os error 30)"), /^DATA_DIR \/data cannot be written/],
  [coded("ENOTDIR"), /is not a folder, or lies below a file/],
  [new Deno.errors.NotFound("gone"), /cannot be made: choose another folder \(gone\)/],
  [new Error("two\n  lines"), /^The start failed: two lines$/],
  [new AggregateError([new Error("one"), "two"]), /^The start failed: one; two$/],
  [coded("EODD", ""), /^The start failed: EODD$/],
];

Deno.test("startFailure() says what to do, on one line, also for errors without a message", () => {
  for (const [error, sentence] of SENTENCES) {
    assert.match(startFailure(error, { dataDir: "/data" }), sentence);
  }
});

const WAITING = {
  isAway: (error: unknown) => error instanceof Error && error.message === "away",
  sentence: (words: string) => `it is ${words}`,
};

Deno.test("untilAnswering() retries transient failures and logs that once, and fails at once for other reasons", async () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  let asked = 0;
  const ask = () => ++asked < 2 ? Promise.reject(new Error("away")) : Promise.resolve("here");
  assert.equal(await untilAnswering(ask, { ...WAITING, waitMs: 60_000, log }), "here");
  assert.equal(lines.filter((line) => line.includes("it is away")).length, 1);
  const wrong = () => Promise.reject(new Error("wrong"));
  await assert.rejects(untilAnswering(wrong, { ...WAITING, waitMs: 60_000, log }), {
    name: "SettingsError",
    message: "it is wrong",
  });
});

Deno.test("untilAnswering() fails with its sentence when the time is over", async () => {
  const log = createLogger({ write: () => {} });
  const away = () => Promise.reject(new Error("away"));
  await assert.rejects(untilAnswering(away, { ...WAITING, waitMs: 0, log }), /it is away/);
});
