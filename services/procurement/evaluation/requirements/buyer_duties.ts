/**
 * Finds duties that the bidder leaves to the buyer: `customs duty is for the buyer's account`, يتحمل المشتري
 * أجور الشحن.
 */
import { type RequirementFeatures, shareNamed } from "./requirement_features.ts";
import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";

const BUYER = "(?:the )?(?:buyer|client|employer|purchaser|customer|owner|authority|ministry|municipality)";
const CHARGED = new RegExp(
  `\\b(?:for|to|on|at) (?:your|${BUYER}(?:'s|s')) (?:own )?(?:account|expense|cost|charge)\\b|(?<!\\p{L})علي (?:(?:حساب|نفقه) (?:ال)?(?:مشتري|عميل|جهه|مالك|وزاره|بلديه|صاحب العمل|زبون)|(?:حساب|نفقت)كم)(?!\\p{L})|(?<!\\p{L})[وف]?[يت]تحمل\\p{L}{0,2} (?:\\p{L}+ )?(?:ال)?(?:مشتري|عميل|مالك|جهه|وزاره|بلديه|صاحب العمل|زبون)(?!\\p{L})`,
  "u",
);
/**
 * Charging the buyer contradicts only a requirement to bear or include the cost; goods may be supplied at a
 * charge.
 */
const FREE =
  /\b(?:includ\w*|inclusive|bears?|borne|costs?|prices?|free|no (?:extra )?charge|dut(?:y|ies)|fees?)\b|(?<!\p{L})(?:ال|ب|و)?(?:شامل\p{L}*|[يت]شمل|تحمل|[يت]تحمل|تكاليف|تكلفه|اسعار|سعر|مجان\p{L}*|رسوم|اجور|نفقه|حساب)(?!\p{L})/u;
const LEFT = new RegExp(
  `\\b(?:(?:borne|paid|met|provided|arranged|supplied|carried|settled) by|(?:remains?|is|are) (?:the responsibility|the duty) of) (?:you|yourselves|${BUYER})\\b|\\b(?:remains?|is|are) (?:your|${BUYER}(?:'s|s')) (?:responsibility|business|duty|task)\\b`,
);
const LEFT_ARABIC =
  /(?<!\p{L})علي (?:عاتق|مسؤوليه|مسووليه) (?:ال)?(?:مشتري|عميل|جهه|مالك|وزاره|بلديه|صاحب العمل|زبون)|(?<!\p{L})علي (?:عاتقكم|مسؤوليتكم|مسووليتكم)|(?<!\p{L})[وف]?(?:تقع علي|تبقي علي|من مسؤوليه|من مسووليه) (?:\p{L}+ )?(?:ال)?(?:مشتري|عميل|مالك|جهه|وزاره|بلديه|صاحب العمل|زبون)(?!\p{L})/u;
/** A requirement that gives the duty to the buyer is not contradicted. */
const ASKED_OF_BUYER =
  /\b(?:client|buyer|employer|purchaser|customer|owner)(?:'s)? (?:will|shall|must|bears?|pays?|account|expense|cost)\b|(?<!\p{L})(?:ال)?(?:مشتري|عميل|مالك|صاحب العمل)(?!\p{L})/u;
const LEAST_NAMED = 0.3;

/** A clause that leaves a duty to the buyer. */
interface Clause {
  /** Whether the clause names only a charge. */
  charge: boolean;
  core: Statement;
  whole: Statement;
}

/** Caches the clauses of a sentence, which are the same for all requirements. */
const clausesOf = new WeakMap<Statement, Clause[]>();

function clausesIn(statement: Statement, year: number): Clause[] {
  const known = clausesOf.get(statement);
  if (known) return known;
  const read = (text: string) => readStatement({ text, question: false }, { listed: false, year });
  const isLeft = (text: string) => LEFT.test(text) || LEFT_ARABIC.test(text);
  const { normal } = statement;
  const parts = isLeft(normal) || CHARGED.test(normal)
    ? normal.split(/[,،;؛]|\b(?:but|while|whereas)\b|(?<!\p{L})(?:لكن|اما|بينما)(?!\p{L})/u)
    : [];
  const clauses = parts.filter((part) => isLeft(part) || CHARGED.test(part)).map((part) => {
    const plain = part.replace(CHARGED, " ").replace(LEFT, " ").replace(LEFT_ARABIC, " ");
    return { charge: !isLeft(part), core: read(plain.replace(IN_CASE, " ")), whole: read(part) };
  });
  clausesOf.set(statement, clauses);
  return clauses;
}

/** Whether a clause leaves to the buyer a duty that the requirement gives to the bidder. */
export function leavesToBuyer(features: RequirementFeatures, statement: Statement, year: number): boolean {
  const { question, quoted, listed } = statement;
  const { normal: requirementText, prohibits } = features.requirement;
  if (question || quoted || listed || prohibits) return false;
  const clauses = clausesIn(statement, year);
  if (clauses.length === 0 || ASKED_OF_BUYER.test(requirementText)) return false;
  const charged = FREE.test(requirementText);
  return clauses.some(({ charge, core, whole }) => {
    if (charge && !charged) return false;
    if (shareNamed(features, core.vocabulary) === 0 || shareNamed(features, whole.vocabulary) < LEAST_NAMED) {
      return false;
    }
    const { demands, conditional, hedged, excepted, negations } = stanceOf(core.normal, {
      requirementText,
      question: false,
    });
    return !demands && !conditional && !hedged && !excepted && negations === 0;
  });
}

/** An introductory case, which belongs to the requirement. */
const IN_CASE = /^(?:in (?:the )?(?:case|event) of|for) |^(?:في حال|في حاله|عند) /u;
