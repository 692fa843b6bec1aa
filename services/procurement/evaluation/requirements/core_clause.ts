import { concernsSomethingElse } from "./passing_mentions.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { compareQuantities, satisfiesBound } from "./comparison.ts";
import { normalized } from "./normal_form.ts";
import { readSentence, type SentenceFinding } from "./sentence_finding.ts";
import { isDoubtful } from "./sentence_subject.ts";
import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { weighedReading } from "./weighing.ts";
import type { Weights } from "./weights.ts";
import { stemOf } from "./words.ts";

/**
 * Reads the core clause of a sentence whose remainder adds no condition, negation, other quantity or doubt.
 * The core ends at the first comma, or after the last requested word if a preposition follows: `We own a
 * plant at Riverside, 12 km from the site, and it is in operation.`
 */
export function coreReading(
  requirement: ParsedRequirement,
  statement: Statement,
  { asOf, budget }: { asOf: string; budget: CoreBudget },
): SentenceFinding {
  if (statement.listed || statement.quoted) return undefined;
  const shared = requirement.terms.filter((term) => statement.stems.has(term)).length;
  if (shared < 0.5 * requirement.terms.length) return undefined;
  const stance = stanceOf(statement.normal, {
    requirementText: requirement.normal,
    question: statement.question,
  });
  if (
    stance.demands || stance.elsewhere || stance.conditional || stance.hedged || stance.pending ||
    stance.excepted ||
    stance.ended || stance.negations > 0
  ) return undefined;
  if (concernsSomethingElse(requirement, statement)) return undefined;
  if (budget.remaining-- <= 0) return undefined;
  const year = Number(asOf.slice(0, 4));
  const read = (text: string) => readStatement({ text, question: false }, { listed: false, year });
  return [atComma(statement), atPreposition(requirement, statement)].some((cut) => {
      if (!cut || isDoubtful(normalized(cut.rest))) return false;
      const added = read(cut.rest);
      const differs = requirement.quantities.some((required) =>
        compareQuantities(required, added) === "fails"
      );
      return !differs && readSentence(requirement, read(cut.core), asOf) === "met";
    })
    ? "met"
    : undefined;
}

/**
 * Reads a denial from a core clause whose quantity is too low: `The share is 12 %, and we expect no change
 * before 2028`. The remainder may neither reach the required quantity nor retract the denial.
 */
export function coreDenial(
  features: RequirementFeatures,
  statement: Statement,
  { asOf, budget, weights }: { asOf: string; budget: CoreBudget; weights?: Weights | undefined },
): SentenceFinding {
  const { requirement } = features;
  if (requirement.quantities.length === 0 || statement.listed || statement.quoted || statement.question) {
    return undefined;
  }
  const cut = atComma(statement);
  if (!cut || TAKEN_BACK.test(normalized(cut.rest)) || budget.remaining-- <= 0) return undefined;
  const year = Number(asOf.slice(0, 4));
  const read = (text: string) => readStatement({ text, question: false }, { listed: false, year });
  const [core, rest] = [read(cut.core), read(cut.rest)];
  const stance = stanceOf(core.normal, { requirementText: requirement.normal, question: false });
  if (
    stance.negations > 0 ||
    !requirement.quantities.every((required) => compareQuantities(required, core) === "fails")
  ) {
    return undefined;
  }
  if (
    requirement.quantities.some((required) =>
      rest.quantities.some(({ dimension }) => dimension === required.dimension && dimension !== "count") &&
        compareQuantities(required, rest) !== "fails" ||
      rest.quantities.some(({ dimension, value }) =>
        dimension === required.dimension && satisfiesBound(required, value)
      )
    )
  ) {
    return undefined;
  }
  const reading = readSentence(requirement, core, asOf) ?? weighedReading(features, core, { asOf, weights });
  return reading === "not_met" ? "not_met" : undefined;
}

const TAKEN_BACK =
  /\b(?:but|however|will|shall|plus|in all|altogether|together|combined|sum|further|more|another|additional|also|rising|extend\w*|increas\w*|raise\w*|renew\w*|total)\b|(?<!\p{L})و?(?:لكن\p{L}*|الا ان\p{L}*|س[ينت]\p{L}{3,}|سوف|اضافه|بالاضافه|كما|ترتفع|يرتفع|تمدد|تجدد|يجدد|اجمالي\p{L}*|المجموع)(?!\p{L})/u;

/**
 * The remaining number of core clauses to read per bid. Without this limit a bid with a thousand such
 * sentences would block other requests.
 */
export interface CoreBudget {
  remaining: number;
}

interface Cut {
  core: string;
  rest: string;
}

function atComma({ text }: Statement): Cut | undefined {
  const [core = "", rest = ""] = text.split(/(?<!\d)[,،;:–—](.*)$/su);
  return rest.trim() === "" || core.trim().split(/\s+/).length < 4 ? undefined : { core, rest };
}

const LONGEST_REST = 6;
const PREPOSITION =
  /^(?:in|at|from|with|on|for|under|near|throughout|by|في|من|علي|لدي|مع|عبر|ضمن|ب\p{L}{3,}|لل\p{L}{3,})$/u;
const FINITE =
  /^(?:is|are|was|were|has|have|had|do|does|did|will|shall|can|let|lets|go|goes|come|comes|sign|signs|get|gets|pay|pays)$/;

function atPreposition(
  { terms, identifiers }: ParsedRequirement,
  { words, quantities }: Statement,
): Cut | undefined {
  const required = words.findLastIndex((word) => terms.includes(stemOf(word)) || identifiers.includes(word));
  const end = Math.max(required + 1, ...quantities.map(({ to }) => to));
  const rest = words.slice(end);
  const plain = rest.every((word) =>
    !FINITE.test(word) && (!/^[ينت]\p{L}{3,}(?<!ه|ات|ين|ان)$/u.test(word) || PREPOSITION.test(word))
  );
  const known = terms.filter((term) => words.slice(0, end).some((word) => stemOf(word) === term));
  if (known.length < 0.8 * terms.length) return undefined;
  if (end < 2 || rest.length === 0 || rest.length > LONGEST_REST || !plain) return undefined;
  return PREPOSITION.test(rest[0] ?? "")
    ? { core: words.slice(0, end).join(" "), rest: rest.join(" ") }
    : undefined;
}
