import assert from "node:assert/strict";
import {
  closeStatements,
  isIdle,
  isStartup,
  preparedNames,
  rollback,
  startupIn,
  type Wire,
} from "./wire_messages.ts";

const bytesOf = (text: string): Wire => new TextEncoder().encode(text);
const join = (...parts: Wire[]): Wire => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A message as the protocol frames it: its letter, its length without the letter, its content. */
function message(letter: string, content: string): Wire {
  const body = bytesOf(content);
  return join(bytesOf(letter), lengthOf(body.length + 4), body);
}

function lengthOf(length: number): Wire {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

function startup(parameters: string): Wire {
  const body = bytesOf(parameters);
  return join(lengthOf(body.length + 8), new Uint8Array([0, 3, 0, 0]), body);
}

Deno.test("a session is idle only after ReadyForQuery outside of a transaction", () => {
  assert.ok(isIdle(message("Z", "I")));
  assert.ok(isIdle(join(message("C", "SELECT 1\0"), message("Z", "I"))));
  for (const state of ["T", "E"]) assert.ok(!isIdle(message("Z", state)));
  assert.ok(!isIdle(message("C", "I")));
  assert.ok(!isIdle(new Uint8Array()));
  assert.ok(!isIdle(null));
});

Deno.test("a parameter is taken out of the startup message, and the others and what follows it stay", () => {
  const given = startup("user\0amal\0diwan.padding\0xxxx\0database\0diwan\0\0");
  const query = message("Q", "select 1\0");
  assert.ok(isStartup(given));
  assert.ok(!isStartup(query));
  const left = startupIn(join(given, query), "diwan.padding");
  assert.deepEqual(left, join(startup("user\0amal\0database\0diwan\0\0"), query));
  assert.deepEqual(startupIn(left, "diwan.padding"), left);
});

Deno.test("messages that were meant for a connection before are left out, and without a startup message nothing changes", () => {
  const given = startup("user\0amal\0\0");
  const late = message("Q", "commit\0");
  assert.deepEqual(startupIn(join(late, message("S", ""), given), "none"), given);
  assert.deepEqual(startupIn(late, "none"), late);
});

Deno.test("the names of prepared statements are found among other messages, also beyond ASCII; those without one are not", () => {
  const bytes = join(
    message("P", "first\0select 1\0"),
    message("B", "P\0first\0"),
    message("P", "\0select 2\0"),
    message("P", "ثان\0select 3\0"),
    message("S", ""),
  );
  assert.deepEqual(preparedNames(bytes), ["first", "ثان"]);
  assert.deepEqual(preparedNames(startup("user\0P\0\0")), []);
  assert.deepEqual(preparedNames(bytes.subarray(0, 3)), []);
});

Deno.test("a length that counts less than itself does not hold the search up", () => {
  const bytes = message("P", "first\0select 1\0");
  const lying = join(bytesOf("X"), lengthOf(0), bytes);
  assert.deepEqual(preparedNames(lying), ["first"]);
});

Deno.test("a session is brought back by Sync and rollback, and statements are closed by their names", () => {
  assert.deepEqual(rollback(), join(message("S", ""), message("Q", "rollback\0")));
  assert.deepEqual(
    closeStatements(["a", "ب"]),
    join(message("C", "Sa\0"), message("C", "Sب\0"), message("S", "")),
  );
});
