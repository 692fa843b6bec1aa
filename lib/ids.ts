/** Ids that sort by the time they were made. */

let lastMs = 0;
let sequence = 0;

/**
 * A UUID version 7 (RFC 9562, section 5.7, method 1): 48 bits of Unix milliseconds, then a 12-bit counter
 * within the millisecond, then 62 random bits. Ids of one process strictly ascend.
 */
export function uuidv7(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now;
    sequence = crypto.getRandomValues(new Uint16Array(1))[0]! & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastMs++;
    sequence = 0;
  }
  const random = crypto.getRandomValues(new Uint8Array(8));
  random[0] = (random[0]! & 0x3f) | 0x80;
  const time = lastMs.toString(16).padStart(12, "0");
  const tail = random.toHex();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, "0")}-${
    tail.slice(0, 4)
  }-${tail.slice(4)}`;
}
