const THINKING = /<(\/?)think(?:ing)?>/giu;
const PREFIX =
  /(?:(?<![\p{L}])(?:final\s+)?answer(?:\s+is)?|(?:ال)?(?:[إا]جاب[ةه]|جواب)(?:\s+(?:النهائي[ةه]?|الصحيح[ةه]?))?(?:\s+(?:هي|هو))?)[*_\s]*[:：][*_ \t]*([^\n]+)/giu;

/**
 * The response without the model's own thinking, which is no part of the answer. A thought without a start began with
 * the response; one without an end left no room for an answer.
 */
export function withoutThinking(text: string): string {
  let kept = "";
  let from = 0;
  let inside = false;
  for (const tag of text.matchAll(THINKING)) {
    const closing = tag[1] === "/";
    if (closing && !inside) kept = "";
    if (!closing && !inside) kept += text.slice(from, tag.index);
    from = tag.index + tag[0].length;
    inside = !closing;
  }
  return (inside ? kept : kept + text.slice(from)).trim();
}

/**
 * What follows the last `ANSWER:` (or its Arabic forms, as in OpenAI's simple-evals), the convention of inspect_ai's
 * `answer("line")`; undefined where the model wrote none.
 */
export function answerLine(text: string): string | undefined {
  let found: string | undefined;
  for (const match of text.matchAll(PREFIX)) found = match[1];
  return found === undefined ? undefined : bare(found);
}

/** The explicit answer line, else the whole response: what short-answer methods compare. */
export function shortAnswer(text: string): { text: string; rule: string } {
  const line = answerLine(text);
  return line === undefined
    ? { text: bare(text), rule: "whole_response" }
    : { text: line, rule: "answer_line" };
}

/** Drops the emphasis, LaTeX box and code marks that models put around an answer. */
export function bare(text: string): string {
  const inner = trimMarks(text.trim());
  const box = inner.match(/^\\(?:boxed|text|mathrm)\{([^{}]*)\}\.?$/u);
  return trimMarks(box?.[1] ?? inner).trim();
}

// Loops, because a pattern for marks at the end of a text takes quadratic time or worse where they stand elsewhere.
function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && markAt(text, start, 1)) start += markAt(text, start, 1);
  while (end > start && markAt(text, end - 1, -1)) end -= markAt(text, end - 1, -1);
  return text.slice(start, end);
}

/** How many characters the mark takes: one for `*`, "`" and `$`, two for `__`, none where there is no mark. */
function markAt(text: string, at: number, step: 1 | -1): number {
  const letter = text[at] ?? "";
  if (letter === "*" || letter === "`" || letter === "$") return 1;
  return letter === "_" && text[at + step] === "_" ? 2 : 0;
}
