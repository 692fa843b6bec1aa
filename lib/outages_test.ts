import assert from "node:assert/strict";
import postgres from "postgres";
import { isDatabaseAway, isDiskFull } from "lib/outages.ts";

const coded = (code: string, message = "x", cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });
const ofPostgres = (code: string, message = "x") =>
  Object.assign(new Error(message), { name: "PostgresError", code });

Deno.test("isDatabaseAway() knows lost and refused connections and servers that take no work", () => {
  const away = [
    coded("CONNECTION_CLOSED"),
    coded("CONNECT_TIMEOUT"),
    coded("ECONNREFUSED"),
    coded("ENOTFOUND"),
    ofPostgres("57P01"),
    ofPostgres("57P03"),
    ofPostgres("08006"),
    ofPostgres("53300"),
    new Error("wrapped", { cause: coded("ECONNRESET") }),
    new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]),
  ];
  for (const error of away) assert.equal(isDatabaseAway(error), true, String(error));
  const others = [
    new Error("x"),
    ofPostgres("23505"),
    ofPostgres("22021"),
    coded("EACCES"),
    "text",
    undefined,
  ];
  for (const error of others) assert.equal(isDatabaseAway(error), false, String(error));
});

Deno.test("isDatabaseAway() recognises the client's error when nothing listens", async () => {
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  const sql = postgres(`postgres://127.0.0.1:${port}/x`, { max: 1, backoff: false });
  const error = await sql`select 1`.then(() => undefined, (error) => error);
  await sql.end({ timeout: 0 });
  assert.equal(isDatabaseAway(error), true, String(error));
});

Deno.test("isDiskFull() recognises full-disk errors of files, SQLite and Postgres, but not a mere mention", () => {
  const full = [
    coded("ENOSPC"),
    coded("EDQUOT"),
    ofPostgres("53100"),
    new Error("No space left on device (os error 28)"),
    new Error("database or disk is full"),
    new Error("cannot store", { cause: new Error("write failed: no space left on device") }),
  ];
  for (const error of full) assert.equal(isDiskFull(error), true, String(error));
  const others = [ofPostgres("23514", "title must not be no space left on device"), new Error("x"), null];
  for (const error of others) assert.equal(isDiskFull(error), false, String(error));
});
