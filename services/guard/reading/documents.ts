/** Escapes of the formats of documents: LaTeX and RTF. */
import type { Encoding } from "./encodings.ts";

/** What LaTeX sets in another style, and where it may divide a word. */
const LATEX: Encoding = {
  needs: "\\",
  sign: /\\(?:text|emph|math|underline|mbox)|\\-/,
  pattern:
    /\\(?:text[a-z]{2,6}|emph|math[a-z]{2,3}|underline|mbox)\{(?<text>[^{}\n]{0,60})\}|\\-(?<=[\p{L}}]\\-)(?=[\p{L}\\])/gu,
  plain: ({ groups }) => groups?.text ?? "",
};

/** Characters by their numbers, with a sign for programs that do not know them. */
const RTF: Encoding = {
  needs: "\\u?",
  sign: /\\u-?\d{1,5}\?\\u/,
  pattern: /(?:\\u-?\d{1,5}\?){2,5000}/g,
  plain: ({ 0: run }) =>
    String.fromCharCode(...(run.match(/-?\d+/g) ?? []).map((code) => (Number(code) + 65_536) % 65_536)),
};

export const DOCUMENTS: readonly Encoding[] = [LATEX, RTF];
