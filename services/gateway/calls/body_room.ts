/** Room in memory for bodies that are read whole, over all calls under way. */
import { SMALL_BYTES } from "lib/http/slow_body.ts";
import { notNow } from "../errors.ts";

/** The code of a refusal. */
export const NO_ROOM = "too_many_large_bodies";

const RETRY_SECONDS = 2;

export interface BodyRoom {
  /** The bytes held. */
  readonly held: number;
  /** The part of one call by `actor`, empty at first. */
  open(actor: string): BodyHold;
}

export interface BodyHold {
  /** Holds `bytes` in all, if they are many. Throws server_error (503) where there is no room for them now. */
  upTo(bytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

/**
 * Room for `maxBytes`, of which several bodies of one actor may take half, so that others find room beside them. A
 * body always has room alone, however large it is.
 */
export function createBodyRoom(maxBytes: number): BodyRoom {
  let held = 0;
  const ofActors = new Map<string, number>();
  return {
    get held() {
      return held;
    },
    open(actor) {
      let taken = 0;
      const change = (bytes: number) => {
        taken += bytes;
        held += bytes;
        const left = (ofActors.get(actor) ?? 0) + bytes;
        if (left > 0) ofActors.set(actor, left);
        else ofActors.delete(actor);
      };
      return {
        upTo(all) {
          const bytes = all - taken;
          if (all <= SMALL_BYTES || bytes <= 0) return;
          const own = ofActors.get(actor) ?? 0;
          const isAlone = held === taken;
          const hasRoom = held + bytes <= maxBytes && (own === taken || own + bytes <= maxBytes / 2);
          if (!isAlone && !hasRoom) throw noRoom();
          change(bytes);
        },
        release: () => change(-taken),
      };
    },
  };
}

function noRoom() {
  return notNow("Too many large request bodies are under way", {
    code: NO_ROOM,
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
