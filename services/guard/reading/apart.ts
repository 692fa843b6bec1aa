/** What has the same sign between all its characters, its own signs and spaces too: s*i*l*v*e*r* *f*a*l*c*o*n, 1,7,8,.,6,2. */
import type { Edit } from "lib/streams/held_channel.ts";
import { joinedIn } from "./joined.ts";
import type { MappedText } from "./mapped_text.ts";

const SIGN = String.raw` ?(?:[-._/\\*|~•·,،:;+#=^]|\p{Extended_Pictographic}\ufe0f?) ?`;
const APART = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}+](${SIGN})[^\n](?:\1[^\n]){3,200}(?![\p{L}\p{N}])`,
  "gu",
);
/** Digits with a space between all of them, and their signs. */
const SPACED_DIGITS = /(?<!\S)[\d+](?: [\d.:()/-]){7,24}(?!\S)/g;
const MAY_BE_SPACED = /[\d+] \d [\d.:()/-] [\d.:()/-] /;
/** Quick to tell that nothing in a text is written so. */
const MAY_BE_APART =
  /([-._/\\*|~•·,،:;+#=^\u2190-\u27bf]|[\ud83c-\ud83e][\udc00-\udfff])\ufe0f? ?[^\s!-/:-@[-`{-~]{1,2} ?\1\ufe0f? ?[^\n]{1,2} ?\1/;
const MOST = 500;

export function apart(source: MappedText): MappedText | undefined {
  const { text } = source;
  const found = [
    ...MAY_BE_APART.test(text) ? [...text.matchAll(APART)].slice(0, MOST).map(withoutSigns) : [],
    ...MAY_BE_SPACED.test(text) ? [...text.matchAll(SPACED_DIGITS)].slice(0, MOST).map(withoutSpaces) : [],
  ];
  return joinedIn(source, found);
}

const withoutSigns = ({ 0: run, index, 1: sign = "" }: RegExpExecArray): Edit => ({
  start: index,
  end: index + run.length,
  text: everyOther([...run], [...sign].length),
});
const withoutSpaces = ({ 0: run, index }: RegExpExecArray): Edit => ({
  start: index,
  end: index + run.length,
  text: run.replaceAll(" ", ""),
});

/** The characters of a run without the signs of some length between them. */
const everyOther = (run: readonly string[], width: number) =>
  run.filter((_, i) => i % (width + 1) === 0).join("");
