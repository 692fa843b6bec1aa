/** The turns of a stream's pieces: one is transcribed after the other, and the close comes after the last. */
import { UNDETERMINED } from "../text/languages.ts";
import { toMilliseconds } from "../text/transcript.ts";
import type { Close, Effect } from "./effects.ts";
import type { Piece } from "./intake.ts";
import type { StreamMessage } from "./messages.ts";
import { turnQueue } from "./piece_queue.ts";

export interface Turns {
  add(pieces: Piece[]): void;
  /** Starts the next piece; closes when nothing is left and nothing will come. */
  next(): Effect[];
  /** Closes once everything that was taken is answered. */
  closeAfter(close: Close): Effect[];
  /** The same after an end marker, which gets an answer even when nothing was said. */
  endMarked(): Effect[];
  /** A piece was transcribed. */
  settle(seconds: number): Effect[];
  /** Drops everything that waits. */
  fail(close: Close): Effect[];
  readonly closing: boolean;
  readonly busy: boolean;
  readonly done: boolean;
  readonly waitingBytes: number;
  readonly heldBytes: number;
}

const NORMAL = { code: 1000, reason: "done" };

/** Turns whose empty answers name `language` and the `seconds` of audio so far. */
export function streamTurns(language: string, seconds: () => number): Turns {
  const queue = turnQueue();
  let closing: Close | undefined;
  let done = false;

  function next(): Effect[] {
    const effects: Effect[] = [];
    for (let turn = queue.start(); turn; turn = queue.start()) {
      effects.push({ send: { status: "processing" } });
      if (turn !== "nothing said") effects.push({ transcribe: turn });
      else {
        effects.push({ send: emptyAnswer(language, seconds()) });
        queue.settle(0);
      }
    }
    if (queue.idle && closing && !done) {
      done = true;
      effects.push({ close: closing });
    }
    return effects;
  }

  function closeAfter(close: Close): Effect[] {
    closing = close;
    return next();
  }

  return {
    add: queue.add,
    next,
    closeAfter,
    endMarked() {
      if (queue.added === 0) queue.add(["nothing said"]);
      return closeAfter(NORMAL);
    },
    settle(seconds) {
      queue.settle(seconds);
      return next();
    },
    fail(close) {
      queue.clear();
      return closeAfter(close);
    },
    get closing() {
      return closing !== undefined;
    },
    get busy() {
      return queue.busy;
    },
    get done() {
      return done;
    },
    get waitingBytes() {
      return queue.waitingBytes;
    },
    get heldBytes() {
      return queue.heldBytes;
    },
  };
}

function emptyAnswer(language: string, seconds: number): StreamMessage {
  return {
    status: "completed",
    text: "",
    language: language === "auto" ? UNDETERMINED : language,
    duration: toMilliseconds(seconds),
    segments: [],
  };
}
