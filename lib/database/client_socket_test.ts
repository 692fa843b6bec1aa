import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { fitForDriver, PADDED } from "./client_socket.ts";
import type { Wire } from "./wire_messages.ts";

/** A socket that records everything written to it. */
class Recorder extends EventEmitter {
  written: Wire[] = [];

  write(bytes: Wire): boolean {
    this.written.push(bytes);
    return true;
  }
}

const IDLE = Uint8Array.from([90, 0, 0, 0, 5, 73]);
const IN_TRANSACTION = Uint8Array.from([90, 0, 0, 0, 5, 84]);

function fitted() {
  const recorder = new Recorder();
  const told: string[] = [];
  const socket = fitForDriver(recorder, "database:5432");
  socket.on("error", ({ message, code }) => told.push(`${code}: ${message}`));
  const closed = new Promise<void>((resolve) =>
    socket.on("close", () => {
      told.push("close");
      resolve();
    })
  );
  return { socket, recorder, told, closed };
}

/** The startup message of a client that sends `parameters`. */
function startup(parameters: Record<string, string>): Wire {
  const body = new TextEncoder().encode(`${Object.entries(parameters).flat().join("\0")}\0\0`);
  const bytes = new Uint8Array(8 + body.length);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set([0, 3, 0, 0], 4);
  bytes.set(body, 8);
  return bytes;
}

Deno.test("the padding makes the first message long, and never leaves", () => {
  const { socket, recorder } = fitted();
  const first = startup({ user: "amal", ...PADDED });
  assert.ok(first.length > 1024);
  socket.write(first);
  assert.deepEqual(recorder.written[0], startup({ user: "amal" }));
  socket.write(first);
  assert.deepEqual(recorder.written[1], first, "only the first message begins a connection");
});

Deno.test("an idle connection that closes fails no query", async () => {
  const { socket, told, closed } = fitted();
  socket.emit("data", IDLE);
  socket.emit("close", false);
  assert.deepEqual(told, [], "its listeners are told in a turn of their own");
  await closed;
  assert.deepEqual(told, ["close"]);
});

Deno.test("queries under way fail, and those that their failure sends, before the close is told once", async () => {
  for (const answers of [[], [IN_TRANSACTION], [IDLE]]) {
    const { socket, told, closed } = fitted();
    for (const answer of answers) socket.emit("data", answer);
    socket.write(new Uint8Array([81, 0, 0, 0, 4]));
    socket.emit("close", false);
    socket.emit("close", false);
    await closed;
    assert.equal(told.at(-1), "close");
    assert.equal(told.filter((one) => one === "close").length, 1);
    assert.ok(told.length > 2);
    assert.equal(told[0], "CONNECTION_CLOSED: write CONNECTION_CLOSED database:5432");
  }
});
