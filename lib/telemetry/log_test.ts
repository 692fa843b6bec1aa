import assert from "node:assert/strict";
import { createLogger } from "lib/telemetry/log.ts";

function written(level: "debug" | "warn") {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLogger({ level, write: (line) => void lines.push(JSON.parse(line)) }) };
}

Deno.test("a logger writes JSON lines at least as severe as its level", () => {
  const { lines, log } = written("warn");
  log.info("quiet");
  log.error("loud", { status: 500 });
  assert.deepEqual(lines.map(({ level, message, status }) => [level, message, status]), [[
    "error",
    "loud",
    500,
  ]]);
});

Deno.test("with() adds its fields to each line, and errors and big numbers can be written", () => {
  const { lines, log } = written("debug");
  log.with({ request_id: "r" }).debug("failed", { error: new TypeError("oops"), cost: 5n });
  const { request_id, error, cost } = lines[0] ?? {};
  assert.equal(request_id, "r");
  assert.equal(cost, "5");
  assert.match(JSON.stringify(error), /TypeError.*oops/);
});

Deno.test("plain lines show time, service and words, and escape line breaks and cursor controls in fields", () => {
  const lines: string[] = [];
  const log = createLogger({
    format: "plain",
    fields: { service: "guard" },
    write: (line) => void lines.push(line),
  });
  log.info("listening", { url: "http://localhost:8007", cause: "", reason: undefined });
  log.warn("odd", { error: new TypeError("oops"), text: "a\nb\u001b[2J" });
  assert.match(lines[0] ?? "", /^\d\d:\d\d:\d\d guard +listening url=http:\/\/localhost:8007\n$/);
  assert.match(lines[1] ?? "", /^\d\d:\d\d:\d\d guard +WARN odd error=oops text=a b \[2J\n$/);
});

Deno.test("an error is logged with its stack, an outage without", () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const coded = (code: string) => Object.assign(new Error(`it is ${code}`), { code });
  const postgres = (code: string) => Object.assign(coded(code), { name: "PostgresError" });
  const outages = [coded("ECONNREFUSED"), coded("ENOSPC"), postgres("57P03"), postgres("53100")];
  for (const error of outages) log.warn("it cannot be written", { error });
  log.error("it cannot be counted", { error: new TypeError("not a number") });
  const logged = lines.map((line) => JSON.parse(line).error);
  assert.deepEqual(logged.slice(0, -1), outages.map(({ name, message }) => ({ name, message })));
  assert.match(logged.at(-1).stack, /not a number\n +at /);
});
