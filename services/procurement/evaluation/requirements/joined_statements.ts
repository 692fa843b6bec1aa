/** Two sentences in a row of which the second goes on with the thing of the first: `We carry cover. The limit is …`. */
import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";

/** Words that point back to what was said before. */
const POINTS_BACK =
  /\b(?:it|its|them|they|their|these|those|this|both|all (?:of|three|two|four|five)|each|the (?:same|latter|other|rest|current|limit|policy|certificate|term|period|licence|set|unit|amount|value|cover)|thereof)\b|(?<!\p{L})[وف]?(?:هي|هو|هم|هذه|هذا|ذلك|تلك|كلاهما|كلتاهما|جميعها|كلها|كلهم|منها|منهم|منه|قيمته|حده|مدته|نسبته|سعته|صلاحيته|تغطيته|رقمه|سقفه|مبلغه|صورته|نسخته|\p{L}{3,}(?:ها|هم|هما))(?!\p{L})/u;
/** Or begins with the thing itself, or goes on without a subject. */
const BEGINS =
  /^(?:the|it|its|they|their|these|this|that|all|both|each|every|one|two|three|\d+|copies|copy|of|parts?|no)\b|^(?:و|ف)?(?:ال|لل|ت|ي|هي|هو|كل|جميع|كما|نسخه|صوره|\d)/u;
/** A sentence on another thing of the bidder's goes on with nothing. */
const LONGEST = 400;

/** The two sentences as one, where the second goes on with the first. */
export function joinedStatement(
  one: Statement,
  next: Statement | undefined,
  year: number,
): Statement | undefined {
  if (next === undefined || one.listed || next.listed || one.question || next.question) return undefined;
  if (one.text.length + next.text.length > LONGEST) return undefined;
  if (!goesOn(one, next)) return undefined;
  return readStatement({ text: `${one.text}, ${next.text}`, question: false }, {
    listed: false,
    year,
    joined: true,
  });
}

function goesOn(one: Statement, { normal, content }: Statement): boolean {
  if (POINTS_BACK.test(normal)) return true;
  return BEGINS.test(normal) && [...content].some((stem) => one.content.has(stem));
}

const OF_IT =
  /^(?:but |however |yet )?(?:it|they|this|these|that|those|such|the same)\b|^(?:but|however|yet|only)\b|^(?:لكن\p{L}*|ولكن\p{L}*|غير ان\p{L}*|الا ان\p{L}*|[وف]?(?:هو|هي|هذا|هذه|ذلك|تلك|لا|لم|لن))(?!\p{L})/u;

/** Whether a sentence speaks of what the one before says, and denies it, or makes it depend on something. */
export function takesBack({ normal, question }: Statement): boolean {
  if (!OF_IT.test(normal)) return false;
  const { negations, conditional, excepted, ended, pending } = stanceOf(normal, { asked: "", question });
  return negations > 0 || conditional || excepted || ended || pending;
}
