/** Which bytes change hands when threads post them to each other, and which are copied. */

/** Copying shorter bytes costs less than handing them over. */
const COPIED_BYTES = 64 * 1024;

/** The buffers to hand over with a message that holds `bytes`, which are the whole of their buffer. */
export function transferOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer[] {
  return bytes.length > COPIED_BYTES ? [bytes.buffer] : [];
}
