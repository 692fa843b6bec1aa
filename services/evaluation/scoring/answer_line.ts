import { isObject } from "lib/json_object.ts";
import { fencedBlocks, parseBounded } from "lib/providers/model_json.ts";
import { withoutInvisible } from "./arabic.ts";

const THINKING = /<(\/?)think(?:ing)?>/giu;
// Tashkeel and tatweel may stand after any letter.
const marked = (word: string) => [...word].map((letter) => `${letter}[\\u064B-\\u0652\\u0640]*`).join("");
const ARABIC_ANSWER = `(?:${marked("ال")})?(?:[إا]${marked("")}[\\u064B-\\u0652\\u0640]*${
  marked("جاب")
}[ةه]|${marked("جواب")})[\\u064B-\\u0652\\u0640]*`;
const NAMED = `(?:(?:final\\s+)?answer|${ARABIC_ANSWER}(?:\\s+(?:النهائي[ةه]?|الصحيح[ةه]?))?)`;
const PREFIX = new RegExp(
  [
    `(?<![\\p{L}])${NAMED}(?:\\s+(?:is|هي|هو))?[*_\\s]*[:：=][*_ \\t]*`,
    // A heading of its own: "## Answer".
    `(?<=^|\\n)[#*_ \\t]*${NAMED}[*_ \\t]*(?=\\r?\\n)`,
    // "Correction: B" takes the place of the answer before it.
    "(?<=^|\\n)[*_ \\t]*(?:correction|(?:ال)?تصحيح)[*_ \\t]*[:：][*_ \\t]*(?=[^\\n]{1,40}(?:\\n|$))",
  ].join("|"),
  "giu",
);

/**
 * The response without the model's thinking. A thought without a start tag began with the response; one
 * without an end tag left no answer.
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
 * The text after the last `ANSWER:` (or its Arabic forms, as in OpenAI's simple-evals), the convention of inspect_ai's
 * `answer("line")`, on the same line or the next one with words; undefined where the model wrote none.
 */
export function answerLine(text: string): string | undefined {
  const shown = withoutInvisible(text);
  const matches = [...shown.matchAll(PREFIX)];
  let before = shown.length;
  for (const match of matches.reverse()) {
    const line = firstLine(shown.slice(match.index + match[0].length, before));
    if (line !== undefined) return withoutMarkup(line);
    before = match.index;
  }
  return undefined;
}

function firstLine(text: string): string | undefined {
  // Marks alone are what emphasis around the heading leaves behind: "**Answer:**" and a line break.
  for (const line of text.split("\n", 8)) if (/[^\s*_`#]/u.test(line)) return line;
  return undefined;
}

/** The explicit answer line, else the whole response: what short-answer methods compare. */
export function shortAnswer(text: string): { text: string; rule: string } {
  const stated = statedAnswer(text) ?? spokenAnswer(text);
  return stated === undefined
    ? { text: withoutMarkup(withoutFence(text)), rule: "whole_response" }
    : { text: stated, rule: "answer_line" };
}

const SPOKEN =
  /^(?:(?:so|thus|hence|therefore),?\s)?(?:the\s)?(?:final\s|correct\s|right\s)?answer\s(?:is|would be)\s(.+)$|^(?:إذن\s)?(?:الإجابة|الاجابة|الجواب)(?:\s(?:النهائي[ةه]?|الصحيح[ةه]?))?\s(?:هي|هو)\s(.+)$/iu;

/** "The answer is Paris." where that is the whole response. */
function spokenAnswer(text: string): string | undefined {
  const match = text.length <= 1000 ? text.trim().match(SPOKEN) : null;
  const said = match?.[1] ?? match?.[2];
  return said === undefined ? undefined : withoutMarkup(said);
}

const TAGGED = /<answer>([^<]*)<\/answer>/giu;
const ANSWER_NAMES = new Set([
  "answer",
  "final_answer",
  "finalanswer",
  "choice",
  "option",
  "label",
  "letter",
  "result",
  "الإجابة",
  "الاجابة",
  "الجواب",
  "الخيار",
  "النتيجة",
]);

/** The answer that a response states in a form of its own: a JSON field, a tag, or an answer line. */
export function statedAnswer(text: string): string | undefined {
  const field = answerField(text);
  if (field !== undefined) return field;
  const tagged = [...text.matchAll(TAGGED)].at(-1)?.[1];
  return tagged === undefined ? answerLine(text) : withoutMarkup(tagged);
}

/** `{"answer": "B"}`: the one field of a JSON response that is named as the answer. */
function answerField(text: string): string | undefined {
  const inner = withoutInvisible(withoutFence(text)).trim();
  const value = inner.startsWith("{") ? parseBounded(inner) : undefined;
  if (!isObject(value)) return undefined;
  const named = Object.entries(value).filter(([name]) => ANSWER_NAMES.has(name.trim().toLowerCase()));
  const answer = named[0]?.[1];
  if (named.length !== 1) return undefined;
  if (Array.isArray(answer)) {
    return answer.every((item) => typeof item === "string") ? answer.join(", ") : undefined;
  }
  return typeof answer === "string" || typeof answer === "number" ? withoutMarkup(String(answer)) : undefined;
}

/** The content of the last `\boxed{}`: the convention of mathematical benchmarks. */
export function boxedContent(text: string): string | undefined {
  const start = text.lastIndexOf("\\boxed{");
  if (start < 0) return undefined;
  let open = 0;
  for (let at = start + "\\boxed".length; at < text.length; at++) {
    if (text[at] === "{") open++;
    if (text[at] === "}" && --open === 0) return withoutMarkup(text.slice(start + "\\boxed{".length, at));
  }
  return undefined;
}

/** The content of a response that is one code block or one span of code, and nothing else. */
export function withoutFence(text: string): string {
  const shown = text.trim();
  if (shown.startsWith("```") && shown.endsWith("```")) {
    const blocks = fencedBlocks(shown);
    return blocks.length === 1 ? (blocks[0] ?? shown).trim() : shown;
  }
  const span = shown.startsWith("`") && shown.endsWith("`") && shown.length > 2 && shown.indexOf("`", 1);
  return span === shown.length - 1 ? shown.slice(1, -1) : shown;
}

/** Drops the emphasis, LaTeX box and code marks that models put around an answer. */
export function withoutMarkup(text: string): string {
  const inner = trimMarks(text.trim());
  const box = inner.match(/^\\(?:boxed|text|mathrm|textbf|mathbf)\{([^{}]*)\}\.?$/u);
  return trimMarks(box?.[1] ?? inner).trim();
}

// Loops, because a pattern for marks at the end of a text takes quadratic time or worse where they stand elsewhere.
function trimMarks(text: string): string {
  // Marks between letters are what the text is about: `a * b`, `**kwargs`, a lone `*`.
  if (!/[^*`$_\s]/u.test(text)) return text;
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
