/** Sentences that services say in English, in Arabic: whole ones, and those with parts that differ, `{part}`. */

/** A sentence in English and in Arabic, with the same parts. */
export type Saying = readonly [en: string, ar: string];

/** The sentences of a text with the English of each above its Arabic. */
export function sayingsIn(text: string): Saying[] {
  const lines = text.trim().split("\n");
  return lines.flatMap((line, index) => index % 2 === 0 ? [[line, lines[index + 1] ?? ""] as const] : []);
}

/**
 * Arabic text whose Latin runs, such as paths and names of settings, keep their own direction, punctuation within
 * them included.
 */
export function withLatinIsolated(text: string): string {
  return text.replace(/[!-~]*[A-Za-z][!-~]*(?: [!-'*-~][!-~]*)*/g, (run) => {
    const [, open = "", latin = "", close = ""] = /^([("']*)(.*?)([)"',;:.]*)$/.exec(run) ?? [];
    return `${open}\u2066${latin}\u2069${close}`;
  });
}

/** The Arabic for an English sentence, each part as `show` gives it; undefined for one that is not known. */
export type InArabic = (
  sentence: string,
  show?: (part: string, name: string) => string,
) => string | undefined;

const PART = /\{([a-z]\w*)\}/g;

/** Looks sentences up in a table; a whole one goes before one with parts. */
export function inArabic(table: readonly Saying[]): InArabic {
  const whole = new Map(table.filter(([english]) => english.search(PART) < 0));
  const patterns = table.filter(([english]) => english.search(PART) >= 0).map(([english, arabic]) => {
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    return { pattern: new RegExp(`^${escaped.replace(PART, "(?<$1>.+)")}$`, "s"), arabic };
  });
  return (sentence, show = (part) => part) => {
    const known = whole.get(sentence);
    if (known !== undefined) return known;
    for (const { pattern, arabic } of patterns) {
      const { groups } = pattern.exec(sentence) ?? {};
      if (groups) return arabic.replace(PART, (_all, name) => show(groups[name] ?? "", name));
    }
    return undefined;
  };
}
