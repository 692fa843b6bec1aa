/**
 * The level of an AAC frame, from its global gain. There is no freely licensed AAC decoder for JavaScript,
 * and the gain is enough to tell silence (about 108) from speech (about 150).
 */

const SINGLE_CHANNEL = 0;
const CHANNEL_PAIR = 1;
const FULL_SCALE_GAIN = 161;
const DB_PER_STEP = 1.505;
const EIGHT_SHORT = 2;

/** The approximate level in dBFS; undefined for a frame without a simple audio element. */
export function aacLevel(frame: Uint8Array): number | undefined {
  const gain = globalGain(bitReader(withoutAdts(frame)));
  return gain === undefined ? undefined : (gain - FULL_SCALE_GAIN) * DB_PER_STEP;
}

type Bits = (count: number) => number;

function globalGain(bits: Bits): number | undefined {
  const element = bits(3);
  bits(4);
  if (element === SINGLE_CHANNEL) return bits(8);
  if (element !== CHANNEL_PAIR) return undefined;
  if (bits(1) === 1 && !skipSharedWindow(bits)) return undefined;
  return bits(8);
}

/** Skips what both channels share: the window's shape and which bands are coded mid and side. */
function skipSharedWindow(bits: Bits): boolean {
  bits(1);
  const sequence = bits(2);
  bits(1);
  let groups = 1;
  let bands: number;
  if (sequence === EIGHT_SHORT) {
    bands = bits(4);
    for (let window = 1; window < 8; window++) if (bits(1) === 0) groups++;
  } else {
    bands = bits(6);
    if (bits(1) === 1) return false;
  }
  if (bits(2) === 1) bits(groups * bands);
  return true;
}

function withoutAdts(frame: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = frame;
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return frame;
  return frame.subarray(second & 1 ? 7 : 9);
}

function bitReader(bytes: Uint8Array): Bits {
  let position = 0;
  return (count) => {
    let value = 0;
    for (const end = position + count; position < end; position++) {
      value = (value * 2 + (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1)) % 2 ** 32;
    }
    return value;
  };
}
