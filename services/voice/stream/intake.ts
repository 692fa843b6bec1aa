/** Turns a stream's bytes into utterances, or into a file that is kept until its end. */
import { type Encoding, sampleReader } from "../audio/samples.ts";
import { SNIFF_BYTES, startsContainer } from "../audio/sniff.ts";
import { byteList } from "./byte_list.ts";
import type { Utterance } from "./frames.ts";
import { utteranceCutter } from "./utterances.ts";

/** Something to transcribe: samples, or a file with its beginning in the stream. */
export type Piece = Utterance | { file: Uint8Array<ArrayBuffer>; start: number };

export interface IntakeOptions {
  sampleRate: number;
  encoding: Encoding;
  channels: number;
  endpointingMs: number;
  utteranceSeconds: number;
}

export interface Intake {
  /** Takes bytes; answers the pieces that ended in them. */
  take(bytes: Uint8Array): Piece[];
  /** Ends what has not ended. */
  flush(): Piece[];
  /** The utterance that has not ended. */
  current(): Utterance | undefined;
  /** Whether bytes came after a file's end that begin no other file. */
  readonly strayed: boolean;
  readonly fileBytes: number;
  readonly heldBytes: number;
  /** Seconds of samples taken. */
  readonly seconds: number;
}

export function streamIntake(options: IntakeOptions): Intake {
  const cutter = utteranceCutter({ ...options, mostSeconds: options.utteranceSeconds });
  const reader = sampleReader(options);
  const head = byteList();
  const file = byteList();
  let mode: "unknown" | "samples" | "file" | "between_files" | "strayed" = "unknown";
  let samplesTaken = 0;

  const hear = (bytes: Uint8Array): Piece[] => {
    const samples = reader.read(bytes);
    samplesTaken += samples.length;
    return cutter.hear(samples);
  };
  const keep = (bytes: Uint8Array): Piece[] => {
    file.add(bytes);
    return [];
  };
  const decide = (): Piece[] => {
    const bytes = head.take();
    mode = startsContainer(bytes) ? "file" : "samples";
    return mode === "file" ? keep(bytes) : hear(bytes);
  };

  return {
    take(bytes) {
      if (mode === "samples") return hear(bytes);
      if (mode === "unknown") {
        head.add(bytes);
        return head.length >= SNIFF_BYTES ? decide() : [];
      }
      if (mode === "between_files") mode = startsContainer(bytes) ? "file" : "strayed";
      return mode === "file" ? keep(bytes) : [];
    },
    flush() {
      const decided = mode === "unknown" && head.length > 0 ? decide() : [];
      if (mode !== "file") return [...decided, ...cutter.flush()];
      mode = "between_files";
      return [{ file: file.take(), start: 0 }];
    },
    current: cutter.current,
    get strayed() {
      return mode === "strayed";
    },
    get fileBytes() {
      return file.length;
    },
    get heldBytes() {
      return head.length + file.length + cutter.heldBytes;
    },
    get seconds() {
      return samplesTaken / options.sampleRate;
    },
  };
}
