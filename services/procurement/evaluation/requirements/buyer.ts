/** What the bidder leaves to the buyer: `customs duty is for the buyer's account`, يتحمل المشتري أجور الشحن. */
import { type Asking, namedOf } from "./asking.ts";
import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";

const BUYER = "(?:the )?(?:buyer|client|employer|purchaser|customer|owner|authority|ministry|municipality)";
const CHARGED = new RegExp(
  `\\b(?:for|to|on|at) (?:your|${BUYER}(?:'s|s')) (?:own )?(?:account|expense|cost|charge)\\b|(?<!\\p{L})علي (?:(?:حساب|نفقه) (?:ال)?(?:مشتري|عميل|جهه|مالك|وزاره|بلديه|صاحب العمل|زبون)|(?:حساب|نفقت)كم)(?!\\p{L})|(?<!\\p{L})[وف]?[يت]تحمل\\p{L}{0,2} (?:\\p{L}+ )?(?:ال)?(?:مشتري|عميل|مالك|جهه|وزاره|بلديه|صاحب العمل|زبون)(?!\\p{L})`,
  "u",
);
/** A charge is told against what was to be borne or included; a thing may be supplied at a charge. */
const FREE =
  /\b(?:includ\w*|inclusive|bears?|borne|costs?|prices?|free|no (?:extra )?charge|dut(?:y|ies)|fees?)\b|(?<!\p{L})(?:ال|ب|و)?(?:شامل\p{L}*|[يت]شمل|تحمل|[يت]تحمل|تكاليف|تكلفه|اسعار|سعر|مجان\p{L}*|رسوم|اجور|نفقه|حساب)(?!\p{L})/u;
const LEFT = new RegExp(
  `\\b(?:(?:borne|paid|met|provided|arranged|supplied|carried|settled) by|(?:remains?|is|are) (?:the responsibility|the duty) of) (?:you|yourselves|${BUYER})\\b|\\b(?:remains?|is|are) (?:your|${BUYER}(?:'s|s')) (?:responsibility|business|duty|task)\\b`,
);
const LEFT_ARABIC =
  /(?<!\p{L})علي (?:عاتق|مسؤوليه|مسووليه) (?:ال)?(?:مشتري|عميل|جهه|مالك|وزاره|بلديه|صاحب العمل|زبون)|(?<!\p{L})علي (?:عاتقكم|مسؤوليتكم|مسووليتكم)|(?<!\p{L})[وف]?(?:تقع علي|تبقي علي|من مسؤوليه|من مسووليه) (?:\p{L}+ )?(?:ال)?(?:مشتري|عميل|مالك|جهه|وزاره|بلديه|صاحب العمل|زبون)(?!\p{L})/u;
/** The buyer is told what it bears only where nobody asks it to. */
const ASKED_OF_BUYER =
  /\b(?:client|buyer|employer|purchaser|customer|owner)(?:'s)? (?:will|shall|must|bears?|pays?|account|expense|cost)\b|(?<!\p{L})(?:ال)?(?:مشتري|عميل|مالك|صاحب العمل)(?!\p{L})/u;
const LEAST_NAMED = 0.3;

/** Whether a clause of a sentence leaves to the buyer what is asked of the bidder. */
export function leavesToBuyer(asking: Asking, statement: Statement, year: number): boolean {
  const { normal, question, quoted, listed } = statement;
  if (question || quoted || listed || asking.wanted.prohibits) return false;
  const charged = FREE.test(asking.wanted.normal);
  const isLeft = (text: string) => LEFT.test(text) || LEFT_ARABIC.test(text) || charged && CHARGED.test(text);
  if (!isLeft(normal)) return false;
  if (ASKED_OF_BUYER.test(asking.wanted.normal)) return false;
  return normal.split(/[,،;؛]|\b(?:but|while|whereas)\b|(?<!\p{L})(?:لكن|اما|بينما)(?!\p{L})/u).some(
    (clause) => {
      if (!isLeft(clause)) return false;
      const plain = clause.replace(CHARGED, " ").replace(LEFT, " ").replace(LEFT_ARABIC, " ").replace(
        IN_CASE,
        " ",
      );
      const said = readStatement({ text: plain, question: false }, { listed: false, year });
      const whole = readStatement({ text: clause, question: false }, { listed: false, year });
      const { demands, conditional, hedged, excepted, negations } = stanceOf(said.normal, {
        asked: asking.wanted.normal,
        question: false,
      });
      return !demands && !conditional && !hedged && !excepted && negations === 0 &&
        namedOf(asking, said.things) > 0 && namedOf(asking, whole.things) >= LEAST_NAMED;
    },
  );
}

/** The case that the requirement is about. */
const IN_CASE = /^(?:in (?:the )?(?:case|event) of|for) |^(?:في حال|في حاله|عند) /u;
