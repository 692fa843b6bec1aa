/** The protocol of one stream: frames, answers and time go in, messages, calls and the close come out. */
import type { Transcript } from "../text/transcript.ts";
import type { Close, Effect } from "./effects.ts";
import { createGuesses, type Guesses } from "./guesses.ts";
import { type Intake, type IntakeOptions, streamIntake } from "./intake.ts";
import { controlOf } from "./messages.ts";
import { streamTurns, type Turns } from "./turns.ts";

export interface SessionOptions extends Omit<IntakeOptions, "utteranceSeconds"> {
  language: string;
  interim: boolean;
  limits: SessionLimits;
}

export interface SessionLimits {
  utteranceSeconds: number;
  /** A pause of this length ends an utterance. */
  idleFlushMs: number;
  /** The stream ends after this long without audio. */
  silentCloseMs: number;
  /** Largest frame. */
  frameBytes: number;
  /** Largest file sent over the stream. */
  fileBytes: number;
  /** Audio that may wait for its turn. */
  backlogBytes: number;
}

export interface Session {
  binary(bytes: Uint8Array, now: number): Effect[];
  text(text: string, now: number): Effect[];
  tick(now: number): Effect[];
  /** The piece last asked for was transcribed (and stored as `id`). */
  answered(transcript: Transcript, id: string): Effect[];
  failed(error: string, code?: number): Effect[];
  /** The text so far of the unfinished utterance; undefined when it could not be had. */
  guessed(text: string | undefined): Effect[];
  /** The input has ended: the client left, the server stops, or the token expired. */
  finish(close: Close, error?: string): Effect[];
  readonly heldBytes: number;
  /** Whether all input was answered and the stream is over. */
  readonly done: boolean;
}

const SILENT_CLOSE = { code: 1000, reason: "no audio" };
const TOO_LARGE = { code: 1009, reason: "too large" };
const BAD_TEXT = { code: 1003, reason: "bad text frame" };
const NO_FILE = { code: 1003, reason: "not the start of a file" };
const BACKLOG = { code: 1013, reason: "backlog" };

/** The parts of a session. */
interface Parts {
  options: SessionOptions;
  intake: Intake;
  turns: Turns;
  guessing: Guesses;
  /** Whether nothing was taken since the last flush. */
  flushed: boolean;
}

export function streamSession(options: SessionOptions, startedAt: number): Session {
  const { limits, language } = options;
  const intake = streamIntake({ ...options, utteranceSeconds: limits.utteranceSeconds });
  const turns = streamTurns(language, () => intake.seconds);
  const parts: Parts = { options, intake, turns, guessing: createGuesses(), flushed: true };
  let lastFrameAt = startedAt;
  let lastSignAt = startedAt;
  return {
    binary(bytes, now) {
      if (turns.closing) return [];
      lastFrameAt = lastSignAt = now;
      return bytes.length === 0 ? endMarker(parts) : take(parts, bytes);
    },
    text(text, now) {
      if (turns.closing) return [];
      lastSignAt = now;
      const control = controlOf(text);
      if (control === "keep_alive") return [];
      if (control === "end") return endMarker(parts);
      return end(parts, BAD_TEXT, "Text frames may be end markers or KeepAlive");
    },
    tick(now) {
      if (turns.closing) return [];
      if (now - lastSignAt >= limits.silentCloseMs) return end(parts, SILENT_CLOSE);
      if (parts.flushed || now - lastFrameAt < limits.idleFlushMs) return [];
      flush(parts);
      return turns.next();
    },
    answered({ text, language, duration, segments }, id) {
      const effects = turns.settle(duration);
      return [{ send: { status: "completed", text, language, duration, segments, id } }, ...effects];
    },
    failed(error, code = 1011) {
      const reason = code === 1011 ? "provider failed" : "not readable";
      return [failure(error), ...turns.fail({ code, reason })];
    },
    guessed(text) {
      const fits = parts.guessing.arrived(intake.current()) && !turns.closing;
      return fits && text ? [{ send: { status: "partial", text } }] : [];
    },
    finish: (close, error) => end(parts, close, error),
    get heldBytes() {
      return intake.heldBytes + turns.heldBytes;
    },
    get done() {
      return turns.done;
    },
  };
}

function flush(parts: Parts): void {
  parts.flushed = true;
  parts.turns.add(parts.intake.flush());
}

/** Closes after everything that was taken is answered. */
function end(parts: Parts, close: Close, error?: string): Effect[] {
  if (parts.turns.closing) return [];
  flush(parts);
  return [...(error ? [failure(error)] : []), ...parts.turns.closeAfter(close)];
}

function endMarker(parts: Parts): Effect[] {
  flush(parts);
  return parts.turns.endMarked();
}

function take(parts: Parts, bytes: Uint8Array): Effect[] {
  const { options: { limits, interim }, intake, turns, guessing } = parts;
  if (bytes.length > limits.frameBytes) {
    return end(parts, TOO_LARGE, `A frame may have ${limits.frameBytes} bytes at most`);
  }
  if (intake.fileBytes + bytes.length > limits.fileBytes) {
    const error = `A file may have ${limits.fileBytes} bytes at most`;
    return [failure(error), ...turns.closeAfter(TOO_LARGE)];
  }
  parts.flushed = false;
  turns.add(intake.take(bytes));
  const fault = faultAfter(parts);
  if (fault) return end(parts, ...fault);
  const guess = interim && !turns.busy ? guessing.due(intake.current()) : undefined;
  return [...turns.next(), ...(guess ? [{ guess }] : [])];
}

function faultAfter({ options: { limits }, intake, turns }: Parts): [Close, string] | undefined {
  if (intake.strayed) return [NO_FILE, "The file is complete; send a new file or open a new stream"];
  if (turns.waitingBytes <= limits.backlogBytes) return undefined;
  return [BACKLOG, "Audio arrives faster than it is transcribed; the stream closes after what was taken"];
}

function failure(error: string): Effect {
  return { send: { status: "error", error } };
}
