/** Ids that sort by the time they were made. */

let lastMs = 0;
let sequence = 0;
// The beginning that the ids of one millisecond share.
let prefix = "";

/**
 * A UUID version 7 (RFC 9562, section 5.7, method 1): 48 bits of Unix milliseconds, then a 12-bit counter
 * within the millisecond, then 62 random bits. Ids of one process strictly ascend.
 */
export function uuidv7(now: number = Date.now()): string {
  if (now > lastMs) {
    begin(now);
    sequence = crypto.getRandomValues(new Uint16Array(1))[0]! & 0x7ff;
  } else if (++sequence > 0xfff) {
    begin(lastMs + 1);
    sequence = 0;
  }
  const tail = randomTail();
  return `${prefix}${(sequence + 0x7000).toString(16)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

function begin(ms: number): void {
  lastMs = ms;
  const time = ms.toString(16).padStart(12, "0");
  prefix = `${time.slice(0, 8)}-${time.slice(8)}-`;
}

// A call for random bytes is slow, so they are fetched in blocks.
const pool = new Uint8Array(4096);
let used = pool.length;

/** 62 random bits behind the variant's two, as 16 hexadecimal digits. */
function randomTail(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, used += 8);
  random[0] = (random[0]! & 0x3f) | 0x80;
  return random.toHex();
}
