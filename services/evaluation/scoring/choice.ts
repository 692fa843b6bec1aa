import { boxedContent, statedAnswer, withoutMarkup, withoutThinking } from "./answer_line.ts";
import { foldArabic } from "./arabic.ts";
import type { Clause } from "./choice_clause.ts";
import { readClauses } from "./choice_clauses.ts";
import { foldLabel } from "./choice_labels.ts";
import { listedChoices } from "./choice_list.ts";
import { foldedChoices } from "./choice_tokens.ts";
import { endsUndecided, isUndecided, namesSeveral } from "./indecision.ts";
import { normalise } from "./normalise.ts";
import { numbersIn } from "./numbers.ts";
import { spelledNumber } from "./spelled_number.ts";
import { type Answer, unscoredVerdict, type Verdict, verdict } from "./verdict.ts";

export interface Choice {
  label: string;
  text: string;
}

interface Found {
  /** More than one where the answer lists several; none where nothing is chosen. */
  labels: string[];
  rule: string;
}

const MOST_TEXT = 50_000;

/**
 * Which choices the response names. inspect_ai `choice()` and simple-evals: the last explicit `ANSWER: X` wins; then
 * the last sentence that chooses, the one label or text that no sentence denies, or the one that all others leave.
 */
export function findChoice(
  response: string,
  choices: Choice[],
  { several = false, question = "" }: { several?: boolean; question?: string } = {},
): Found {
  const text = response.slice(-MOST_TEXT);
  const stated = statedAnswer(text) ?? boxedContent(text);
  if (namesTwo(stated ?? text, choices)) return { labels: [], rule: "contradictory" };
  if (stated !== undefined) {
    const choice = statedChoice(stated, choices);
    if (choice) return choice;
  }
  const listed = listedChoices(text, choices, { several, question });
  if (listed) return { labels: labelsAt(listed.chosen, choices), rule: listed.rule };
  return (several ? severalChoices(text, choices) : undefined) ?? spokenChoice(text, choices, question);
}

/** "3" where 3 is the label of one choice and the text of another. */
function namesTwo(text: string, choices: Choice[]): boolean {
  if (text.length > 200) return false;
  const said = foldLabel(withoutMarkup(text).replace(/[.!]$/u, ""));
  const label = choices.findIndex((choice) => foldLabel(choice.label) === said);
  const named = choices.findIndex((choice) => foldLabel(choice.text) === said);
  return label >= 0 && named >= 0 && label !== named;
}

/** Where several choices may be right: all that are ticked in a list, or those that the one clause of choices names. */
function severalChoices(text: string, choices: Choice[]): Found | undefined {
  const clauses = readClauses(text, choices, { explicit: false });
  const ticked = clauses.flatMap((clause) => clause.ticked);
  const [only, ...others] = clauses.filter(({ chosen }) => chosen.length > 0);
  if (ticked.length === 0 && (!only || others.length > 0 || contradicts(only) || only.asks)) return undefined;
  const chosen = ticked.length > 0 ? ticked : only?.chosen ?? [];
  return { labels: labelsAt(chosen, choices), rule: ticked.length > 0 ? "ticked" : "named_together" };
}

/** Right where exactly the labels of the target are named: "A, B" is no answer to a question with one right choice. */
export function multipleChoice(
  answer: Answer,
  references: string[],
  choices: Choice[],
  question = "",
): Verdict {
  const given = withoutThinking(answer.text);
  const { labels, rule } = findChoice(given, choices, { several: references.length > 1, question });
  if (rule === "contradictory" || rule === "undecided") return unscoredVerdict(rule);
  const { places } = foldedChoices(choices);
  const expected = new Set(references.map((reference) => labelled(foldLabel(reference), places, choices)));
  const undecided = isUndecided(given);
  // "Usually it is A, else B. I cannot choose between them": no sentence before the last decides.
  const decided = labels.length > 0 && !(undecided && endsUndecided(given));
  const between = decided ? labels : namedIn(given, choices, { denied: undecided });
  const open = between.length > 1 && between.some((label) => expected.has(foldLabel(label)));
  if (open && (undecided || namesSeveral(given))) return unscoredVerdict("left_open");
  if (labels.length === 0) return verdict(0, null, rule);
  const named = new Set(labels.map(foldLabel));
  return verdict(expected.size === named.size && expected.isSubsetOf(named), labels.join(", "), rule);
}

/** The choices that no clause denies; "I cannot decide between A and B" denies none. */
function namedIn(text: string, choices: Choice[], options: { denied: boolean }): string[] {
  const clauses = readClauses(text.slice(-MOST_TEXT), choices, { explicit: false });
  return labelsAt(
    clauses.flatMap(({ chosen, denied }) => options.denied ? [...chosen, ...denied] : chosen),
    choices,
  );
}

/** The target as a label of the question: "B" is ب where the labels are Arabic. */
function labelled(reference: string, places: Map<string, number>, choices: Choice[]): string {
  return foldLabel(choices[places.get(reference) ?? -1]?.label ?? reference);
}

/** The choice of an answer line: that of its first clause that names one. */
function statedChoice(line: string, choices: Choice[]): Found | undefined {
  const clauses = readClauses(line, choices, { explicit: true });
  const choosing = clauses.filter(({ chosen }) => chosen.length > 0);
  const first = choosing.filter(({ retracts }) => retracts).at(-1) ?? choosing[0];
  if (!first) return clauses.some(({ denied }) => denied.length > 0) ? leftOver(clauses, choices) : undefined;
  if (contradicts(first)) return { labels: [], rule: "contradictory" };
  return { labels: labelsOf(first, choices), rule: "answer_line" };
}

function spokenChoice(text: string, choices: Choice[], question: string): Found {
  const leading = leadingChoice(text, choices);
  const clauses = readClauses(text, choices, { explicit: false });
  const denied = new Set(clauses.flatMap((clause) => clause.denied));
  const standing = clauses.filter(({ chosen }) => chosen.length > 0);
  const asserted = standing.filter(({ asserts }) => asserts).at(-1);
  const decided = lastLine(text, choices) ?? asserted ?? leading ?? onlyOne(standing, denied);
  if (decided) {
    if (contradicts(decided)) return { labels: [], rule: "contradictory" };
    if (decided === leading && contested(leading, standing)) return { labels: [], rule: "undecided" };
    return { labels: labelsOf(decided, choices), rule: decided.byText ? "choice_text" : "label" };
  }
  if (standing.length > 0) {
    return together(standing, choices) ?? surpassing(text, question, choices) ??
      ofTheQuestion(standing, question, choices) ?? unsettled(standing);
  }
  return leftOver(clauses, choices) ?? byText(text, choices);
}

/** "A) Doha is the larger, but … B)": a later clause that begins with "but" names another choice. */
function contested(leading: Clause, standing: Clause[]): boolean {
  return standing.some(({ retracts, chosen }) =>
    retracts && chosen.every((at) => !leading.chosen.includes(at))
  );
}

/** A last line that is one label and nothing else. */
function lastLine(text: string, choices: Choice[]): Clause | undefined {
  const line = withoutMarkup(text).split("\n").at(-1) ?? "";
  return /^[^\p{L}\p{N}]*[\p{L}\p{N}]{1,2}[^\p{L}\p{N}]*$/u.test(foldArabic(line))
    ? leadingChoice(line, choices)
    : undefined;
}

/** "B", "(C) Manama", "B. Muscat is the capital": the response begins with a label of its own. */
function leadingChoice(text: string, choices: Choice[]): Clause | undefined {
  const [first = ""] = withoutMarkup(text).split("\n", 1);
  const label = /^[\s(\[{"'«*_:：]*[\p{L}\p{N}]{1,3}[*_]*(?:[)\]}.:,،;\-–—»"']|\s*$|\s\()/u.test(
    foldArabic(first),
  );
  const clause = label ? readClauses(first, choices, { explicit: true })[0] : undefined;
  return clause && clause.chosen.length > 0 && !clause.byText ? clause : undefined;
}

/** The only choice that is named and never denied. */
function onlyOne(standing: Clause[], denied: Set<number>): Clause | undefined {
  const open = standing.flatMap(({ chosen }) => chosen).filter((at) => !denied.has(at));
  if (new Set(open).size !== 1) return undefined;
  return standing.find(({ chosen }) => chosen.some((at) => at === open[0]) && chosen.length === 1);
}

/** "Both the whale and the bat are": all the other choices together, where one choice is "both of them". */
function together(standing: Clause[], choices: Choice[]): Found | undefined {
  const all = choices.filter(({ text }) => ALL_OF_THEM.test(foldArabic(text)));
  const [only] = all;
  if (all.length !== 1 || !only) return undefined;
  const single = choices.flatMap((choice, at) =>
    choice === only || NONE_OF_THEM.test(foldArabic(choice.text)) ? [] : [at]
  );
  const named = standing.find(({ chosen }) => new Set(chosen).size > 1);
  const chosen = new Set(named?.chosen);
  return chosen.size === single.length && single.every((at) => chosen.has(at))
    ? { labels: [only.label], rule: "all_together" }
    : undefined;
}

/** "The Pacific is larger than the Atlantic", where the largest is asked for: what stands before surpasses the rest. */
function surpassing(text: string, question: string, choices: Choice[]): Found | undefined {
  const shown = foldArabic(text);
  const asked = foldArabic(question).toLowerCase();
  const match = SURPASSES.exec(shown);
  if (!match || shown.length > 500) return undefined;
  const [, more = "", most = "", arabic = ""] = match;
  const named = more !== "" ? `${more}est` : most !== "" ? `most ${most}` : arabic;
  if (!asked.includes(named.toLowerCase())) return undefined;
  const before = readClauses(shown.slice(0, match.index), choices, { explicit: false });
  const chosen = new Set(before.flatMap(({ chosen }) => chosen));
  const [only] = chosen;
  return chosen.size === 1 && only !== undefined && before.every(({ denied }) => denied.length === 0)
    ? { labels: labelsAt([only], choices), rule: "surpasses" }
    : undefined;
}

const SURPASSES = /(?<!\p{L})(?:(\p{L}{2,12})er than|more (\p{L}{2,15}) than|(ا\p{L}{2,4}) من)(?!\p{L})/iu;

const ALL_OF_THEM =
  /^(?:both|all)(?: of)?(?: them| these| the above)?$|^(?:كلاهما|كلتاهما|جميعها|كلها|(?:جميع|كل) ما سبق)$/iu;
const NONE_OF_THEM = /^(?:neither|none)\b|^(?:لا شيء|لا احد|ليس ايا)/iu;

/**
 * Of clauses that each name one choice, the one that speaks of what the question asks about: "Dali painted clocks, while
 * Guernica is by Picasso".
 */
function ofTheQuestion(standing: Clause[], question: string, choices: Choice[]): Found | undefined {
  if (standing.length < 2 || standing.some(({ chosen }) => new Set(chosen).size !== 1)) return undefined;
  const names = namesIn(question);
  const about = standing.filter(({ words }) => names.some((name) => words.includes(name)));
  const meant = new Set(about.flatMap(({ chosen }) => chosen));
  const [only] = meant;
  return meant.size === 1 && only !== undefined
    ? { labels: labelsAt([only], choices), rule: "clause_of_the_question" }
    : undefined;
}

/** The names in a question, by their capitals or quotation marks; words that choices share are no use. */
function namesIn(question: string): string[] {
  const quoted = [...question.matchAll(/[«"“'‘]([^«»"“”'‘’\n]{2,60})[»"”'’]/gu)].flatMap(([, name = ""]) =>
    foldArabic(name).toLowerCase().match(/\p{L}{3,}/gu) ?? []
  );
  const capital = [...question.matchAll(/(?<=[\p{Ll}\d,] )\p{Lu}\p{L}{2,}/gu)].map(([name]) =>
    name.toLowerCase()
  );
  return [...new Set([...quoted, ...capital])];
}

/**
 * Several choices in one sentence are not a choice; several in different sentences leave the answer
 * undecided.
 */
function unsettled(standing: Clause[]): Found {
  const together = standing.some(({ chosen }) => new Set(chosen).size > 1) &&
    new Set(standing.at(-1)?.chosen).size > 1;
  return { labels: [], rule: together || standing.length === 1 ? "ambiguous" : "undecided" };
}

/** The choice that remains when all others are denied. */
function leftOver(clauses: Clause[], choices: Choice[]): Found | undefined {
  const denied = new Set(clauses.flatMap((clause) => clause.denied));
  const left = choices.filter((_, at) => !denied.has(at));
  if (denied.size === 0) return undefined;
  const [only] = left;
  if (left.length === 1 && only) return { labels: [only.label], rule: "elimination" };
  return { labels: [], rule: "only_denied" };
}

function contradicts({ conflict }: Clause): boolean {
  return conflict;
}

function labelsOf({ chosen }: Clause, choices: Choice[]): string[] {
  return labelsAt(chosen, choices);
}

function labelsAt(chosen: number[], choices: Choice[]): string[] {
  return [...new Set(chosen)].sort((a, b) => a - b).map((at) => choices[at]?.label ?? "");
}

/** The text of exactly one choice, whatever its punctuation and spelling. */
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
  const valued = labels.length === 0 ? byValue(text, choices) : undefined;
  if (valued) return { labels: [valued.label], rule: "choice_value" };
  return { labels: [], rule: labels.length > 1 ? "ambiguous" : "no_choice_found" };
}

/** "11 players" where the choice is «أحد عشر»: the one number of a short answer is that of one choice. */
function byValue(text: string, choices: Choice[]): Choice | undefined {
  const [said, ...others] = valuesIn(text);
  if (said === undefined || others.length > 0 || text.length > 200) return undefined;
  const named = choices.map((choice) => ({ choice, values: valuesIn(choice.text) }));
  if (named.some(({ values }) => values.length !== 1)) return undefined;
  const same = named.filter(({ values }) => values[0] === said);
  return same.length === 1 ? same[0]?.choice : undefined;
}

function valuesIn(text: string): number[] {
  const words = spelledNumber(text);
  return [...new Set([...numbersIn(text).map(({ value }) => value), ...words === undefined ? [] : [words]])];
}
