/** The pieces of a stream in their turn: one under way, the others waiting. */
import type { Piece } from "./intake.ts";

/** A piece, or the empty answer to a stream on which nothing was said. */
export type Turn = Piece | "nothing said";

export interface TurnQueue {
  add(turns: Turn[]): void;
  /** The next turn, which is under way until `settle`; undefined while one is, or when none waits. */
  start(): Turn | undefined;
  /** The turn under way was answered; `seconds` of a file move the start of the next one. */
  settle(seconds: number): void;
  clear(): void;
  /** Whether nothing is under way and nothing waits. */
  readonly idle: boolean;
  /** How many were ever added. */
  readonly added: number;
  readonly busy: boolean;
  readonly waitingBytes: number;
  readonly heldBytes: number;
}

export function turnQueue(): TurnQueue {
  const waiting: Turn[] = [];
  let active: Turn | undefined;
  let added = 0;
  /** Where in the stream the next file begins. */
  let fileStart = 0;
  const waitingBytes = () => waiting.reduce((sum, turn) => sum + bytesOf(turn), 0);
  return {
    add(turns) {
      added += turns.length;
      waiting.push(...turns);
    },
    start() {
      if (active) return undefined;
      active = waiting.shift();
      if (isFile(active)) active.start = fileStart;
      return active;
    },
    settle(seconds) {
      if (isFile(active)) fileStart += seconds;
      active = undefined;
    },
    clear() {
      active = undefined;
      waiting.length = 0;
    },
    get idle() {
      return !active && waiting.length === 0;
    },
    get added() {
      return added;
    },
    get busy() {
      return active !== undefined;
    },
    get waitingBytes() {
      return waitingBytes();
    },
    get heldBytes() {
      return waitingBytes() + (active ? bytesOf(active) : 0);
    },
  };
}

function isFile(turn: Turn | undefined): turn is { file: Uint8Array<ArrayBuffer>; start: number } {
  return typeof turn === "object" && "file" in turn;
}

function bytesOf(turn: Turn): number {
  if (turn === "nothing said") return 0;
  return "file" in turn ? turn.file.length : turn.samples.byteLength;
}
