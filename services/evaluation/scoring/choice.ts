import { answerLine, bare, withoutThinking } from "./answer_line.ts";
import { foldArabic } from "./arabic.ts";
import { normalise } from "./normalise.ts";
import { type Answer, type Verdict, verdict } from "./verdict.ts";

export interface Choice {
  label: string;
  text: string;
}

const ENGLISH = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
const ARABIC = ["أ", "ب", "ج", "د", "هـ", "و", "ز", "ح", "ط", "ي"];

/** Labels for choices that came without their own. */
export function defaultLabels(language: string, count: number): string[] {
  return (language === "ar" ? ARABIC : ENGLISH).slice(0, count);
}

interface Found {
  /** More than one where the answer line lists several. */
  labels: string[];
  rule: string;
}

/**
 * Which choices the response names. inspect_ai `choice()` and simple-evals: the last explicit `ANSWER: X` wins; then a
 * label of the question that stands out; then the text of exactly one choice.
 */
export function findChoice(response: string, choices: Choice[]): Found {
  const line = answerLine(response);
  if (line !== undefined) {
    const listed = listedLabels(line, choices);
    if (listed.length > 0) return { labels: listed, rule: "answer_line" };
    const byLine = leadingLabel(line, choices) ?? byText(line, choices).labels[0];
    if (byLine) return { labels: [byLine], rule: "answer_line" };
  }
  const leading = leadingLabel(bare(response), choices) ?? spokenLabel(response, choices);
  if (leading) return { labels: [leading], rule: "label" };
  const marked = markedLabels(response, choices);
  if (marked.length === 1) return { labels: marked, rule: "label" };
  return byText(response, choices);
}

/** Right where exactly the labels of the target are named: "A, B" is no answer to a question with one right choice. */
export function multipleChoice(answer: Answer, references: string[], choices: Choice[]): Verdict {
  const { labels, rule } = findChoice(withoutThinking(answer.text), choices);
  if (labels.length === 0) return verdict(0, null, rule);
  const wanted = new Set(references.map(foldLabel));
  const given = new Set(labels.map(foldLabel));
  return verdict(wanted.size === given.size && wanted.isSubsetOf(given), labels.join(", "), rule);
}

const JOINING = new Set(["and", "or", "و", "أو", "او"]);

/** "A, B", "A and B", "أ و ب": several labels and nothing else. */
function listedLabels(line: string, choices: Choice[]): string[] {
  const tokens = line.split(/[\s,،;/&+()[\].]+/u).filter((token) => token !== "");
  const labels = tokens.filter((token) => !JOINING.has(token.toLowerCase())).map((token) =>
    labelled(token, choices)
  );
  const named = new Set(labels.flatMap((label) => label ?? []));
  return named.size > 1 && labels.every((label) => label !== undefined) ? [...named] : [];
}

/** أ equals ا, and هـ equals ه: labels are compared folded, in upper case. */
export function foldLabel(label: string): string {
  return foldArabic(label.trim()).toUpperCase();
}

function sameLabel(left: string, right: string): boolean {
  return foldLabel(left) === foldLabel(right);
}

/** The label itself, or the Latin letter of the same position where the question has Arabic labels. */
function labelled(token: string, choices: Choice[]): string | undefined {
  const own = choices.find((choice) => sameLabel(choice.label, token));
  if (own) return own.label;
  if (choices.some((choice) => /^[A-Z]$/i.test(choice.label))) return undefined;
  const at = ENGLISH.indexOf(token.toUpperCase());
  return at >= 0 ? choices[at]?.label : undefined;
}

const LEADING =
  /^[\s(\[{"'«*_]*([\p{L}\p{N}ـ]{1,3})(?![\p{L}\p{M}\p{N}ـ])[*_]*(\s*[)\]}.:,،;\-–—»"']|\s*$|\s*\n)/u;

function leadingLabel(text: string, choices: Choice[]): string | undefined {
  const match = text.match(LEADING);
  return match?.[1] === undefined ? undefined : labelled(match[1], choices);
}

const SPOKEN =
  /(?:answer|choice|option|correct)\s+(?:is|would be)\s*:?\s*(?:option\s+)?[(*"'\[]*([\p{L}\p{N}]{1,3})(?![\p{L}\p{N}'’])|(?:الصحيح[ةه]?|الإجاب[ةه]|الجواب|الخيار)\s+(?:هي|هو)?\s*(?:الخيار\s+)?[(*"«\[]*([\p{L}\p{N}ـ]{1,3})(?![\p{L}\p{M}\p{N}ـ])/giu;

/** "the answer is B", "الإجابة الصحيحة هي ب": the last of them. */
function spokenLabel(text: string, choices: Choice[]): string | undefined {
  let found: string | undefined;
  for (const match of text.matchAll(SPOKEN)) {
    const token = match[1] ?? match[2] ?? "";
    // A lower-case "a" here is an article, not a label.
    if (token === "a") continue;
    found = labelled(token, choices) ?? found;
  }
  return found;
}

const MARKED =
  /\(([\p{L}\p{N}ـ]{1,3})\)|\*\*([\p{L}\p{N}ـ]{1,3})[).:]?\*\*|(?:^|\n)[ \t]*([\p{L}\p{N}ـ]{1,3})[).:](?=\s|$)/gu;

/** Distinct labels in brackets, in bold, or at the start of a line. */
function markedLabels(text: string, choices: Choice[]): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(MARKED)) {
    const label = labelled(match[1] ?? match[2] ?? match[3] ?? "", choices);
    if (label) found.add(label);
  }
  return [...found];
}

function byText(text: string, choices: Choice[]): Found {
  const given = ` ${normalise(text)} `;
  const shaped = choices.map((choice) => ({ label: choice.label, text: ` ${normalise(choice.text)} ` }));
  const present = shaped.filter((choice) => choice.text.trim() !== "" && given.includes(choice.text));
  // "Arabian Gulf" contains "Gulf": the shorter one counts only where it stands outside the longer ones.
  const own = present.filter((choice) => {
    const longer = present.filter((other) =>
      other.text.length > choice.text.length && other.text.includes(choice.text)
    );
    return longer.reduce((rest, other) => rest.replaceAll(other.text, " | "), given).includes(choice.text);
  });
  const labels = own.map((choice) => choice.label);
  if (labels.length === 1) return { labels, rule: "choice_text" };
  return { labels: [], rule: labels.length > 1 ? "ambiguous" : "no_choice_found" };
}
