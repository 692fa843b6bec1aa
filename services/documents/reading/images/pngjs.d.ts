// Types for the used part of pngjs, which has none.
import type { Buffer } from "node:buffer";

export const PNG: {
  sync: {
    /** Pixels of 8 bits: red, green, blue and alpha. */
    read(file: Buffer): { width: number; height: number; data: Buffer };
  };
};
