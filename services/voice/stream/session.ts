/** The protocol of one stream: frames, answers and time go in, messages, calls and the close come out. */
import { type Encoding, type SampleReader, sampleReader } from "../audio/samples.ts";
import { SNIFF_BYTES, startsContainer } from "../audio/sniff.ts";
import { rounded, type Transcript } from "../transcript.ts";
import { UNDETERMINED } from "../text/languages.ts";
import { byteList } from "./byte_list.ts";
import type { Utterance } from "./frames.ts";
import { controlOf, type StreamMessage } from "./messages.ts";
import { type UtteranceCutter, utteranceCutter } from "./utterances.ts";

export interface SessionOptions {
  language: string;
  sampleRate: number;
  encoding: Encoding;
  channels: number;
  endpointingMs: number;
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

/** Something to transcribe: samples, or a file with its beginning in the stream. */
export type Piece = Utterance | { file: Uint8Array<ArrayBuffer>; start: number };

export type Effect =
  | { send: StreamMessage }
  | { transcribe: Piece }
  | { guess: Utterance }
  | { close: { code: number; reason: string } };

export interface Session {
  binary(bytes: Uint8Array, now: number): Effect[];
  text(text: string, now: number): Effect[];
  tick(now: number): Effect[];
  /** The piece last asked for was transcribed (and stored as `id`). */
  answered(transcript: Transcript, id: string): Effect[];
  failed(error: string, code?: number): Effect[];
  /** What the unfinished utterance says so far; undefined when that could not be told. */
  guessed(text: string | undefined): Effect[];
  /** Nothing more will come: the client left, the server stops, the token ended. */
  finish(close: { code: number; reason: string }, error?: string): Effect[];
  readonly heldBytes: number;
  /** Whether everything taken was answered and the stream is over. */
  readonly done: boolean;
}

const GUESS_SECONDS = 1;
const NORMAL = { code: 1000, reason: "done" };
const SILENT_CLOSE = { code: 1000, reason: "no audio" };
const TOO_LARGE = { code: 1009, reason: "too large" };

export function streamSession(options: SessionOptions, startedAt: number): Session {
  const { limits, sampleRate, language } = options;
  const cutter: UtteranceCutter = utteranceCutter({ ...options, mostSeconds: limits.utteranceSeconds });
  const reader: SampleReader = sampleReader(options);
  const head = byteList();
  const file = byteList();
  const queue: (Piece | "empty")[] = [];
  let mode: "unknown" | "samples" | "file" | "file_over" = "unknown";
  let active: Piece | undefined;
  let closing: { code: number; reason: string } | undefined;
  let done = false;
  let flushed = true;
  let lastFrameAt = startedAt;
  let lastSignAt = startedAt;
  let streamed = 0;
  let pieces = 0;
  /** Where in the stream the next file begins. */
  let fileStart = 0;
  let guess: { of: number; running: boolean; seconds: number } = { of: -1, running: false, seconds: 0 };

  const send = (message: StreamMessage): Effect => ({ send: message });
  const waitingBytes = () => queue.reduce((sum, piece) => sum + bytesOf(piece), 0);

  const enqueue = (ended: Piece[]) => {
    pieces += ended.length;
    queue.push(...ended);
  };
  /** Starts the next piece; closes when nothing is left and nothing will come. */
  const next = (): Effect[] => {
    const effects: Effect[] = [];
    while (!active && queue.length > 0) {
      const piece = queue.shift();
      effects.push(send({ status: "processing" }));
      if (piece === "empty") effects.push(send(emptyAnswer(language, streamed / sampleRate)));
      else if (piece) {
        active = piece;
        if ("file" in piece) piece.start = fileStart;
        effects.push({ transcribe: piece });
      }
    }
    if (!active && closing && !done) {
      done = true;
      effects.push({ close: closing });
    }
    return effects;
  };

  const decideMode = () => {
    mode = startsContainer(head.joined()) ? "file" : "samples";
    const bytes = head.take();
    if (mode === "file") file.add(bytes);
    else hear(bytes);
  };
  const hear = (bytes: Uint8Array) => {
    const samples = reader.read(bytes);
    streamed += samples.length;
    enqueue(cutter.hear(samples));
  };
  const flush = () => {
    if (mode === "unknown" && head.length > 0) decideMode();
    flushed = true;
    if (mode !== "file") return enqueue(cutter.flush());
    enqueue([{ file: file.take(), start: 0 }]);
    mode = "file_over";
  };
  const finish = (close: { code: number; reason: string }): Effect[] => {
    if (closing) return [];
    flush();
    closing = close;
    return next();
  };
  const refuse = (error: string, close: { code: number; reason: string }): Effect[] => {
    closing ??= close;
    return [send({ status: "error", error }), ...next()];
  };
  /** After an end marker there has been an answer, even when nothing was said. */
  const endMarker = (): Effect[] => {
    flush();
    if (pieces === 0) queue.push("empty");
    closing = NORMAL;
    return next();
  };

  const takeBytes = (bytes: Uint8Array) => {
    if (mode === "unknown") {
      head.add(bytes);
      if (head.length >= SNIFF_BYTES) decideMode();
    } else if (mode === "file") file.add(bytes);
    else if (mode === "samples") hear(bytes);
    else if (startsContainer(bytes)) {
      mode = "file";
      file.add(bytes);
    }
  };
  const guessMaybe = (): Effect[] => {
    if (!options.interim || guess.running || active) return [];
    const said = cutter.current();
    if (!said) return [];
    const seconds = said.samples.length / sampleRate;
    if (seconds - (guess.of === said.start ? guess.seconds : 0) < GUESS_SECONDS) return [];
    guess = { of: said.start, running: true, seconds };
    return [{ guess: said }];
  };

  return {
    binary(bytes, now) {
      if (closing) return [];
      lastFrameAt = lastSignAt = now;
      if (bytes.length === 0) return endMarker();
      if (bytes.length > limits.frameBytes) {
        return refuse(`A frame may have ${limits.frameBytes} bytes at most`, TOO_LARGE);
      }
      flushed = false;
      takeBytes(bytes);
      if (mode === "file_over") {
        return refuse("The file is complete; send a new file or open a new stream", {
          code: 1003,
          reason: "not the start of a file",
        });
      }
      if (file.length > limits.fileBytes) {
        return refuse(`A file may have ${limits.fileBytes} bytes at most`, TOO_LARGE);
      }
      if (waitingBytes() > limits.backlogBytes) {
        flush();
        const error = "Audio arrives faster than it is transcribed; the stream closes after what was taken";
        return refuse(error, { code: 1013, reason: "backlog" });
      }
      return [...next(), ...guessMaybe()];
    },
    text(text, now) {
      if (closing) return [];
      lastSignAt = now;
      const control = controlOf(text);
      if (control === "end") return endMarker();
      if (control === "keep_alive") return [];
      flush();
      return refuse("Text frames may be end markers or KeepAlive", { code: 1003, reason: "bad text frame" });
    },
    tick(now) {
      if (closing) return [];
      if (now - lastSignAt >= limits.silentCloseMs) return finish(SILENT_CLOSE);
      if (flushed || now - lastFrameAt < limits.idleFlushMs) return [];
      flush();
      return next();
    },
    answered({ text, language, duration, segments }, id) {
      if (active && "file" in active) fileStart += duration;
      active = undefined;
      return [send({ status: "completed", text, language, duration, segments, id }), ...next()];
    },
    failed(error, code = 1011) {
      active = undefined;
      queue.length = 0;
      closing = { code, reason: code === 1011 ? "provider failed" : "not readable" };
      return [send({ status: "error", error }), ...next()];
    },
    guessed(text) {
      const fresh = guess.running && cutter.current()?.start === guess.of && !closing;
      guess.running = false;
      return fresh && text ? [send({ status: "partial", text })] : [];
    },
    finish: (close, error) =>
      closing ? [] : [...(error ? [send({ status: "error", error })] : []), ...finish(close)],
    get heldBytes() {
      return head.length + file.length + cutter.heldBytes + waitingBytes() + (active ? bytesOf(active) : 0);
    },
    get done() {
      return done;
    },
  };
}

function bytesOf(piece: Piece | "empty"): number {
  if (piece === "empty") return 0;
  return "file" in piece ? piece.file.length : piece.samples.byteLength;
}

function emptyAnswer(language: string, duration: number): StreamMessage {
  return {
    status: "completed",
    text: "",
    language: language === "auto" ? UNDETERMINED : language,
    duration: rounded(duration),
    segments: [],
  };
}
