/** Memory budget for request bodies of all running calls. */
import { SMALL_BYTES } from "lib/http/slow_body.ts";
import { notNow } from "../errors.ts";

/** Error code when the budget is exhausted. */
export const NO_ROOM = "too_many_large_bodies";

const RETRY_SECONDS = 2;

export interface BodyRoom {
  /** Bytes in use. */
  readonly held: number;
  /** Opens an empty share for a call of `actor`. */
  open(actor: string): BodyHold;
}

export interface BodyHold {
  /** Grows the share to `bytes`; small bodies are free. Throws server_error (503) when the budget is exhausted. */
  upTo(bytes: number): void;
  /** Releases the share. */
  release(): void;
}

/**
 * A budget of `maxBytes`. Several bodies of one actor may use half of it, so that others are not starved. A single body
 * is always admitted, whatever its size.
 */
export function createBodyRoom(maxBytes: number): BodyRoom {
  let heldBytes = 0;
  const ofActors = new Map<string, number>();
  return {
    get held() {
      return heldBytes;
    },
    open(actor) {
      let taken = 0;
      const change = (bytes: number) => {
        taken += bytes;
        heldBytes += bytes;
        const left = (ofActors.get(actor) ?? 0) + bytes;
        if (left > 0) ofActors.set(actor, left);
        else ofActors.delete(actor);
      };
      return {
        upTo(all) {
          const bytes = all - taken;
          if (all <= SMALL_BYTES || bytes <= 0) return;
          const own = ofActors.get(actor) ?? 0;
          const isAlone = heldBytes === taken;
          const hasRoom = heldBytes + bytes <= maxBytes && (own === taken || own + bytes <= maxBytes / 2);
          if (!isAlone && !hasRoom) throw noRoom();
          change(bytes);
        },
        release: () => change(-taken),
      };
    },
  };
}

function noRoom() {
  return notNow("Too many large requests are in progress; try again later", {
    code: NO_ROOM,
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
