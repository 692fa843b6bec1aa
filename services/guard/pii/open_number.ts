/** Numbers in words or pieces that a text which is still arriving does not end yet. */
import { SAID, TENS, TIMES } from "./spoken_numbers.ts";

/** More than the longest number in words has. */
const TAIL = 400;
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;
const LEADS_ON = new Set([
  ...SAID.keys(),
  ...TENS.keys(),
  ...TIMES.keys(),
  "plus",
  "زائد",
  "then",
  "and",
  "ثم",
  "و",
  "dot",
]);
/** Digits, and the letters of account numbers. */
const CODE = /^[A-Z\d٠-٩۰-۹]{1,19}$/;
const LONGEST_SAID = 10;

/** Where a number that a text which is still arriving tells at its end may have begun. */
export function openNumber(text: string): number {
  const from = Math.max(0, text.length - TAIL);
  const tokens = [...text.slice(from).matchAll(TOKEN)];
  let start = text.length;
  for (const [i, { 0: token, index }] of tokens.entries().toArray().reverse()) {
    const isWord = /^[\p{L}\p{N}]/u.test(token);
    // The last word may not have ended.
    const isOpen = i === tokens.length - 1 && token.length <= LONGEST_SAID;
    if (isWord ? !isOpen && !CODE.test(token) && !LEADS_ON.has(token.toLowerCase()) : token.length > 5) break;
    if (isWord) start = from + index;
  }
  return start;
}
