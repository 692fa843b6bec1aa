/** Tells speech from quiet by loudness, so that each thing that is said becomes one recording. */
import { wavOf } from "./samples.ts";

/** Seconds of one piece of the microphone. */
const PIECE = 0.02;
/** Speech is so much louder than the room. */
const OVER_ROOM = 3;
const QUIETEST_SPEECH = 0.012;
/** How long it must be loud before it counts as speech, and quiet before it counts as ended. */
const BEGINS_SECONDS = 0.12;
const ENDS_SECONDS = 0.8;
/** Kept from before the beginning: first sounds are soft. */
const BEFORE_SECONDS = 0.3;
const LONGEST_SECONDS = 60;

export interface Turns {
  /** Takes a piece; says when somebody begins to speak, and gives the recording when they have ended. */
  hear(samples: Int16Array<ArrayBuffer>, loudness: number): "begins" | Blob | undefined;
}

export function createTurns(): Turns {
  let room = QUIETEST_SPEECH / OVER_ROOM;
  let pieces: Int16Array<ArrayBuffer>[] = [];
  let loud = 0;
  let quiet = 0;
  let speaking = false;

  return {
    hear(samples, loudness) {
      const isLoud = loudness > Math.max(QUIETEST_SPEECH, room * OVER_ROOM);
      // The room is learned from quiet pieces alone, and fast when it gets quieter.
      if (!isLoud) room += (loudness - room) * (loudness < room ? 0.2 : 0.02);
      pieces.push(samples);
      if (!speaking) {
        loud = isLoud ? loud + PIECE : Math.max(0, loud - PIECE);
        if (loud >= BEGINS_SECONDS) {
          speaking = true;
          quiet = 0;
          return "begins";
        }
        const kept = Math.round(BEFORE_SECONDS / PIECE);
        if (pieces.length > kept) pieces = pieces.slice(-kept);
        return undefined;
      }
      quiet = isLoud ? 0 : quiet + PIECE;
      if (quiet < ENDS_SECONDS && pieces.length * PIECE < LONGEST_SECONDS) return undefined;
      const said = wavOf(pieces);
      speaking = false;
      loud = 0;
      pieces = [];
      return said;
    },
  };
}
