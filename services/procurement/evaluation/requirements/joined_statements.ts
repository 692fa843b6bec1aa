/** Joins two consecutive sentences when the second continues the first: `We carry cover. The limit is …`. */
import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";

/** Anaphoric words that refer to the previous sentence. */
const POINTS_BACK =
  /\b(?:it|its|them|they|their|these|those|this|both|all (?:of|three|two|four|five)|each|the (?:same|latter|other|rest|current|limit|policy|certificate|term|period|licence|set|unit|amount|value|cover)|thereof)\b|(?<!\p{L})[وف]?(?:هي|هو|هم|هذه|هذا|ذلك|تلك|كلاهما|كلتاهما|جميعها|كلها|كلهم|منها|منهم|منه|قيمته|حده|مدته|نسبته|سعته|صلاحيته|تغطيته|رقمه|سقفه|مبلغه|صورته|نسخته|\p{L}{3,}(?:ها|هم|هما))(?!\p{L})/u;
/** Beginnings of a sentence that repeats the noun or omits the subject. */
const BEGINS =
  /^(?:the|it|its|they|their|these|this|that|all|both|each|every|one|two|three|\d+|copies|copy|of|parts?|no)\b|^(?:و|ف)?(?:ال|لل|ت|ي|هي|هو|كل|جميع|كما|نسخه|صوره|\d)/u;
/** Longer pairs of sentences, in characters, are not joined. */
const LONGEST = 400;

/** Joins two sentences if the second continues the first. */
export function joinedStatement(
  one: Statement,
  next: Statement | undefined,
  year: number,
): Statement | undefined {
  if (next === undefined || one.listed || next.listed || one.question || next.question) return undefined;
  if (one.text.length + next.text.length > LONGEST) return undefined;
  if (!continuesStatement(one, next)) return undefined;
  return readStatement({ text: `${one.text}, ${next.text}`, question: false }, {
    listed: false,
    year,
    joined: true,
  });
}

function continuesStatement(one: Statement, { normal, content }: Statement): boolean {
  if (POINTS_BACK.test(normal)) return true;
  return BEGINS.test(normal) && [...content].some((stem) => one.content.has(stem));
}

const OF_IT =
  /^(?:but |however |yet )?(?:it|they|this|these|that|those|such|the same)\b|^(?:but|however|yet|only)\b|^(?:لكن\p{L}*|ولكن\p{L}*|غير ان\p{L}*|الا ان\p{L}*|[وف]?(?:هو|هي|هذا|هذه|ذلك|تلك|لا|لم|لن))(?!\p{L})/u;

/** Whether a sentence refers to the previous one and negates it or makes it conditional. */
export function retracts({ normal, question }: Statement): boolean {
  if (!OF_IT.test(normal)) return false;
  const { negations, conditional, excepted, ended, pending } = stanceOf(normal, {
    requirementText: "",
    question,
  });
  return negations > 0 || conditional || excepted || ended || pending;
}
