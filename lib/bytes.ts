/** Puts bytes together that arrive in pieces. */

/** The pieces one after another, in a buffer of their own. */
export function joined(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Bytes that arrive in pieces. */
export interface GrowingBytes {
  /** How many there are. */
  readonly length: number;
  /** Adds a copy of `piece`. */
  add(piece: Uint8Array): void;
  /** All of them; valid until the next `add`. */
  all(): Uint8Array<ArrayBuffer>;
}

const FIRST_BYTES = 64 * 1024;
// A sender may declare any length, so no more than this is reserved for it up front.
const EXPECTED_BYTES = 2 ** 20;
// Reserve the whole declared length only once this share of it has arrived.
const EARNED_SHARE = 1 / 8;

/**
 * An empty buffer that doubles as it fills, so that a million pieces of one byte take no more memory than one
 * piece of a million. If exactly `expected` bytes arrive, it never grows beyond them.
 */
export function growingBytes(expected = FIRST_BYTES): GrowingBytes {
  let buffer = new Uint8Array(Math.min(expected, EXPECTED_BYTES));
  let length = 0;
  const roomFor = (needed: number) => {
    const doubled = Math.max(needed, buffer.length * 2);
    return needed <= expected && needed >= expected * EARNED_SHARE ? expected : doubled;
  };
  return {
    get length() {
      return length;
    },
    add(piece) {
      const needed = length + piece.length;
      if (needed > buffer.length) {
        const larger = new Uint8Array(roomFor(needed));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(piece, length);
      length = needed;
    },
    all: () => buffer.subarray(0, length),
  };
}
