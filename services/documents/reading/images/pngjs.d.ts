// The part of the decoder that is used here: its package has no types of its own.
import type { Buffer } from "node:buffer";

export const PNG: {
  sync: {
    /** Pixels of 8 bits: red, green, blue and alpha. */
    read(file: Buffer): { width: number; height: number; data: Buffer };
  };
};
