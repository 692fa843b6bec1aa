/** The effects of a stream's protocol, which its connection applies. */
import type { Utterance } from "./frames.ts";
import type { Piece } from "./intake.ts";
import type { StreamMessage } from "./messages.ts";

export interface Close {
  code: number;
  reason: string;
}

export type Effect =
  | { send: StreamMessage }
  | { transcribe: Piece }
  | { guess: Utterance }
  | { close: Close };
