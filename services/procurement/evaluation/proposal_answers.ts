import { fold } from "lib/fold.ts";
import { modelJson } from "lib/providers/model_json.ts";
import { z } from "zod";
import { RequirementProposal } from "./requirements/requirement_finding.ts";

/** An undecided requirement. Numbers count from 0, as everywhere in this service. */
export interface OpenRequirement {
  number: number;
  text: string;
}

/** Valid proposals by requirement number, and notes on the rejected answers. */
export interface CheckedProposals {
  proposals: Map<number, Omit<RequirementProposal, "model">>;
  notes: string[];
}

// Bounds the length of a model's answer.
const LONGEST_ANSWER = 1_000_000;
const Answers = z.object({ answers: z.array(z.unknown()).max(1_000) });
const Answer = RequirementProposal.omit({ model: true }).extend({
  requirement: z.int(),
  quote: z.string().trim(),
});

const SHORTEST_QUOTE = 8;
const LONGEST_QUOTE = 1_000;

// Phrases that address the reader instead of describing the offer. The list cannot be complete, but a person
// decides anyway.
const TELLS_THE_READER =
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|rules?|criteria|requirements?|prompts?|above|previous)\b|\b(?:all|every|each)\b(?: (?:of )?(?:the|these|other))? requirements? (?:is|are|as|were|have been)\b|\b(?:mark|rate|score|rank|answer|respond|reply|classify|set|return|output)\b.{0,60}\b(?:met|not_met|first|highest)\b|(?:^|\n)\s*(?:system|assistant|user)\s*:|(?:تجاهل|تجاوز|انس).{0,60}(?:تعليمات|معايير|قواعد|متطلبات|ما سبق)|(?:جميع|كل|كافه) المتطلبات/u;

/**
 * The valid answers of a model: one per requested requirement, each with a verbatim quote from the proposal
 * that describes the offer and does not address the reader. undefined if the text contains no answers.
 */
export function checkedAnswers(
  words: string,
  { asked, proposal }: { asked: OpenRequirement[]; proposal: string },
): CheckedProposals | undefined {
  if (words.length > LONGEST_ANSWER) return undefined;
  const given = Answers.safeParse(modelJson(words, { shape: "object" }).value);
  if (!given.success) return undefined;
  const answers = given.data.answers.flatMap((answer) => Answer.safeParse(answer).data ?? []);
  const malformed = given.data.answers.length - answers.length;
  const notes = malformed > 0 ? [`Answers that are neither met nor not_met with a quote: ${malformed}`] : [];
  const proposals: CheckedProposals["proposals"] = new Map();
  const numbers = new Set(asked.map(({ number }) => number));
  const unknown = answers.filter(({ requirement }) => !numbers.has(requirement)).length;
  if (unknown > 0) notes.push(`Answers about requirements that were not asked: ${unknown}`);
  for (const [number, [first, ...more]] of Map.groupBy(answers, ({ requirement }) => requirement)) {
    if (!first || !numbers.has(number)) continue;
    const fault = more.length > 0 ? "it was answered more than once" : faultOf(first.quote, proposal);
    if (fault === undefined) proposals.set(number, { status: first.status, quote: first.quote });
    else notes.push(`Requirement ${number}: the proposal does not count, ${fault}`);
  }
  return { proposals, notes };
}

/** Why a quote is rejected; undefined if it is valid. */
function faultOf(quote: string, proposal: string): string | undefined {
  if (quote.length < SHORTEST_QUOTE) return "its quote is too short to say anything";
  if (quote.length > LONGEST_QUOTE) return "its quote is too long";
  const start = quote.isWellFormed() ? proposal.indexOf(quote) : -1;
  if (start < 0) return "its quote is not in the bid's proposal";
  const sentence = sentenceAround(proposal, start, start + quote.length);
  return TELLS_THE_READER.test(fold(sentence)) ? "its quote tells the reader how to answer" : undefined;
}

const ENDS = /[.!?؟\n]/;

/** The text from the end of the previous sentence to the end of this one, at most a line or two. */
function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 300), start).split(ENDS).at(-1) ?? "";
  const after = text.slice(end, end + 300).split(ENDS)[0] ?? "";
  return before + text.slice(start, end) + after;
}
