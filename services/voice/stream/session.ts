/** The protocol of one stream: frames, answers and time go in, messages, calls and the close come out. */
import { UNDETERMINED } from "../text/languages.ts";
import { rounded, type Transcript } from "../text/transcript.ts";
import type { Utterance } from "./frames.ts";
import { guesses } from "./guesses.ts";
import { type IntakeOptions, type Piece, streamIntake } from "./intake.ts";
import { controlOf, type StreamMessage } from "./messages.ts";
import { pieceQueue } from "./piece_queue.ts";

export interface SessionOptions extends Omit<IntakeOptions, "utteranceSeconds"> {
  language: string;
  interim: boolean;
  limits: SessionLimits;
}

export interface SessionLimits {
  utteranceSeconds: number;
  /** No frames for so long end an utterance. */
  idleFlushMs: number;
  /** No audio for so long ends the stream. */
  silentCloseMs: number;
  /** Largest frame. */
  frameBytes: number;
  /** Largest file sent over the stream. */
  fileBytes: number;
  /** Audio that may wait for its turn. */
  backlogBytes: number;
}

export interface Close {
  code: number;
  reason: string;
}

export type Effect =
  | { send: StreamMessage }
  | { transcribe: Piece }
  | { guess: Utterance }
  | { close: Close };

export interface Session {
  binary(bytes: Uint8Array, now: number): Effect[];
  text(text: string, now: number): Effect[];
  tick(now: number): Effect[];
  /** The piece last asked for was transcribed (and stored as `id`). */
  answered(transcript: Transcript, id: string): Effect[];
  failed(error: string, code?: number): Effect[];
  /** The text so far of the unfinished utterance; undefined when it could not be had. */
  guessed(text: string | undefined): Effect[];
  /** Nothing more will come: the client left, the server stops, the token ended. */
  finish(close: Close, error?: string): Effect[];
  readonly heldBytes: number;
  /** Whether everything taken was answered and the stream is over. */
  readonly done: boolean;
}

const NORMAL = { code: 1000, reason: "done" };
const SILENT_CLOSE = { code: 1000, reason: "no audio" };
const TOO_LARGE = { code: 1009, reason: "too large" };
const BAD_TEXT = { code: 1003, reason: "bad text frame" };
const NO_FILE = { code: 1003, reason: "not the start of a file" };
const BACKLOG = { code: 1013, reason: "backlog" };

export function streamSession(options: SessionOptions, startedAt: number): Session {
  const { limits, language } = options;
  const intake = streamIntake({ ...options, utteranceSeconds: limits.utteranceSeconds });
  const queue = pieceQueue();
  const guessing = guesses();
  let closing: Close | undefined;
  let done = false;
  let flushed = true;
  let lastFrameAt = startedAt;
  let lastSignAt = startedAt;

  const flush = () => {
    flushed = true;
    queue.add(intake.flush());
  };
  /** Starts the next piece; closes when nothing is left and nothing will come. */
  const next = (): Effect[] => {
    const effects: Effect[] = [];
    for (let turn = queue.start(); turn; turn = queue.start()) {
      effects.push({ send: { status: "processing" } });
      if (turn !== "nothing said") effects.push({ transcribe: turn });
      else {
        effects.push({ send: emptyAnswer(language, intake.seconds) });
        queue.settle(0);
      }
    }
    if (queue.idle && closing && !done) {
      done = true;
      effects.push({ close: closing });
    }
    return effects;
  };
  /** Closes after what was taken is answered. */
  const end = (close: Close, error?: string): Effect[] => {
    if (closing) return [];
    flush();
    closing = close;
    return [...(error ? [failure(error)] : []), ...next()];
  };
  /** After an end marker there has been an answer, even when nothing was said. */
  const endMarker = (): Effect[] => {
    flush();
    if (queue.added === 0) queue.add(["nothing said"]);
    closing = NORMAL;
    return next();
  };
  const faultAfter = (): [Close, string] | undefined => {
    if (intake.strayed) return [NO_FILE, "The file is complete; send a new file or open a new stream"];
    if (queue.waitingBytes <= limits.backlogBytes) return undefined;
    return [BACKLOG, "Audio arrives faster than it is transcribed; the stream closes after what was taken"];
  };
  const take = (bytes: Uint8Array): Effect[] => {
    if (bytes.length > limits.frameBytes) {
      return end(TOO_LARGE, `A frame may have ${limits.frameBytes} bytes at most`);
    }
    if (intake.fileBytes + bytes.length > limits.fileBytes) {
      closing = TOO_LARGE;
      return [failure(`A file may have ${limits.fileBytes} bytes at most`), ...next()];
    }
    flushed = false;
    queue.add(intake.take(bytes));
    const fault = faultAfter();
    if (fault) return end(...fault);
    const guess = options.interim && !queue.busy ? guessing.due(intake.current()) : undefined;
    return [...next(), ...(guess ? [{ guess }] : [])];
  };

  return {
    binary(bytes, now) {
      if (closing) return [];
      lastFrameAt = lastSignAt = now;
      return bytes.length === 0 ? endMarker() : take(bytes);
    },
    text(text, now) {
      if (closing) return [];
      lastSignAt = now;
      const control = controlOf(text);
      if (control === "keep_alive") return [];
      return control === "end" ? endMarker() : end(BAD_TEXT, "Text frames may be end markers or KeepAlive");
    },
    tick(now) {
      if (closing) return [];
      if (now - lastSignAt >= limits.silentCloseMs) return end(SILENT_CLOSE);
      if (flushed || now - lastFrameAt < limits.idleFlushMs) return [];
      flush();
      return next();
    },
    answered({ text, language, duration, segments }, id) {
      queue.settle(duration);
      return [{ send: { status: "completed", text, language, duration, segments, id } }, ...next()];
    },
    failed(error, code = 1011) {
      queue.clear();
      closing = { code, reason: code === 1011 ? "provider failed" : "not readable" };
      return [failure(error), ...next()];
    },
    guessed(text) {
      const fits = guessing.arrived(intake.current()) && !closing;
      return fits && text ? [{ send: { status: "partial", text } }] : [];
    },
    finish: end,
    get heldBytes() {
      return intake.heldBytes + queue.heldBytes;
    },
    get done() {
      return done;
    },
  };
}

function failure(error: string): Effect {
  return { send: { status: "error", error } };
}

function emptyAnswer(language: string, seconds: number): StreamMessage {
  return {
    status: "completed",
    text: "",
    language: language === "auto" ? UNDETERMINED : language,
    duration: rounded(seconds),
    segments: [],
  };
}
