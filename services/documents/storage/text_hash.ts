import { createHash } from "node:crypto";
import { fold } from "lib/fold.ts";

/** Texts with fewer letters and figures are alike by chance. */
const LEAST = 40;

/**
 * A hash that two texts share when their letters and figures are the same, whatever their spaces, marks, lines and
 * Arabic spellings; null for a text of too few.
 */
export function textHash(text: string): string | null {
  const letters = fold(text).replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length < LEAST ? null : createHash("sha256").update(letters).digest("hex");
}
