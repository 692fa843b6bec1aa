import { createHash } from "node:crypto";
import { fold } from "lib/fold.ts";

/** Minimum letters and digits: shorter texts are equal by chance. */
const LEAST = 40;

/**
 * A hash of letters and digits that ignores spaces, punctuation, line breaks and Arabic spelling variants; null for a
 * too short text.
 */
export function textHash(text: string): string | null {
  const letters = fold(text).replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length < LEAST ? null : createHash("sha256").update(letters).digest("hex");
}
