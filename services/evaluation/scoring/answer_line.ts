const THINKING = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/giu;
const THINKING_TAIL = /^[\s\S]*<\/think(?:ing)?>/iu;
// A thought that never ends left no room for an answer.
const THINKING_HEAD = /<think(?:ing)?>[\s\S]*$/iu;
const PREFIX =
  /(?:(?<![\p{L}])(?:final\s+)?answer(?:\s+is)?|(?:ال)?(?:[إا]جاب[ةه]|جواب)(?:\s+(?:النهائي[ةه]?|الصحيح[ةه]?))?(?:\s+(?:هي|هو))?)[*_\s]*[:：][*_ \t]*([^\n]+)/giu;

/** The response without the model's own thinking, which is no part of the answer. */
export function withoutThinking(text: string): string {
  if (!/<\/?think/iu.test(text)) return text.trim();
  return text.replace(THINKING, "").replace(THINKING_TAIL, "").replace(THINKING_HEAD, "").trim();
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
  let inner = text.trim();
  const box = inner.match(/^\$*\\(?:boxed|text|mathrm)\{(.*)\}\$*[.]?$/su);
  if (box?.[1] !== undefined) inner = box[1];
  return inner.replace(/^(?:\*\*|__|[*`$])+|(?:\*\*|__|[*`$])+$/gu, "").trim();
}
