/** Bytes that arrive in pieces and are needed whole. */

export interface ByteList {
  readonly length: number;
  add(bytes: Uint8Array): void;
  joined(): Uint8Array<ArrayBuffer>;
  /** All of them, leaving none. */
  take(): Uint8Array<ArrayBuffer>;
}

export function byteList(): ByteList {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const joined = () => {
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  };
  return {
    get length() {
      return length;
    },
    add(bytes) {
      pieces.push(bytes);
      length += bytes.length;
    },
    joined,
    take() {
      const whole = joined();
      pieces = [];
      length = 0;
      return whole;
    },
  };
}
