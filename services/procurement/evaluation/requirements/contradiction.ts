/** Finds sentences that prove nothing on their own but contradict another sentence. */
import { compareQuantities } from "./comparison.ts";
import { statesOpposite } from "./opposites.ts";
import { keepsWork } from "./outsourcing.ts";
import { statedSpan } from "./spans.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

/**
 * Whether a sentence without a verdict may contradict another one: it shares the topic and negates something,
 * or names another quantity, place or date. `joined`: it continues the other sentence, so it may omit the
 * place. `leading`: the other sentence continues it.
 */
export function mayContradict(
  requirement: ParsedRequirement,
  statement: Statement,
  { year, joined = false, leading = false }: { year: number; joined?: boolean; leading?: boolean },
): boolean {
  const { terms, identifiers, names } = requirement;
  const founded = FOUNDED.exec(statement.normal);
  const age = founded ? [{ dimension: "days", value: (year - Number(founded[1])) * 365 }] : [];
  const failing = requirement.quantities.some((required) =>
    [...statement.quantities, ...age].some(({ dimension, value }) =>
      dimension === required.dimension &&
      (required.bound === "at least"
        ? value < required.value
        : required.bound === "at most"
        ? value > required.value
        : value !== required.value)
    )
  );
  // `According to the data sheet it is 800 kg`: the bid repeats the quantity.
  if (REFERS.test(statement.normal) && failing) return true;
  const stated = requirement.span && statedSpan(statement.normal, requirement.span.of);
  if (
    stated && requirement.span && (stated.low < requirement.span.low || stated.high > requirement.span.high)
  ) return true;
  const shares = [...terms, ...identifiers].some((term) => statement.stems.has(term));
  const { demands, negations, ended } = stanceOf(statement.normal, { requirementText: "", question: false });
  if (CONSENT.test(requirement.normal) && REMARKS.test(statement.normal) && negations === 0) return true;
  // A request to look up a validity date does not state it.
  if (demands && VALIDITY.test(requirement.normal) && VALIDITY.test(statement.normal)) return true;
  // A repeated question or demand contradicts nothing.
  if (statement.question || RESTATES.test(statement.normal)) return false;
  if (!shares) return founded !== null && failing;
  // A sentence that shares half of the topic and proves nothing may still state something different.
  const touched = terms.filter((term) => statement.stems.has(term)).length / Math.max(1, terms.length);
  // `The bond is attached` only gives its location.
  if (
    !joined && ATTACHED.test(statement.normal) && statement.words.length <= 8 &&
    statement.quantities.length === 0 && negations === 0 && !ended
  ) {
    return false;
  }
  // A sentence about another certificate does not contradict.
  const isAbout = !statement.listed && identifiers.every((name) => statement.stems.has(name));
  if (touched >= 0.5 && isAbout && !leading) return true;
  // A lease contradicts ownership.
  if (OWNED.test(requirement.normal) && LEASED.test(statement.normal)) return true;
  const elsewhere = !joined && names.some((name) => !statement.stems.has(name)) &&
    /[:،,]|\p{Lu}/u.test(statement.text.slice(1));
  return negations > 0 || ended || failing || elsewhere || statesOpposite(requirement, statement);
}

/** Conditions on an acceptance limit it. */
const CONSENT = /\b(?:accept|agree|compl)\w*\b|(?<!\p{L})(?:ال)?(?:قبول|موافقه|التزام)(?!\p{L})/u;
const REMARKS =
  /\b(?:comments?|remarks?|deviations?|reservations?|observations?|exceptions?|qualifications to|amendments?|counter-?propos\w*)\b|(?<!\p{L})[وف]?(?:ال)?(?:ملاحظات|تحفظات|استثناءات|انحرافات|تعديلات)\p{L}*(?!\p{L})/u;
const ATTACHED =
  /^(?:[\w-]+ ){1,5}(?:is|are) (?:attached|enclosed|annexed|included)\b|^(?:[\w-]+ ){0,6}(?:attached|enclosed)$|(?<!\p{L})(?:مرفق|مرفقه|في الملحق|طيه)(?!\p{L})/u;
const REFERS =
  /\b(?:according to|as per|section|page|annex|appendix|data ?sheet|brochure|catalogue|table|schedule|cv|the same)\b|(?<!\p{L})[وفب]{0,2}(?:وفق|وفقا|حسب|بحسب|صفحه|الصفحه|ملحق|الملحق|جدول|الجدول|نشره|كتيب|نفسه|نفسها)(?!\p{L})/u;
const RESTATES =
  /^(?:you|the (?:tender|specifications?|client|buyer|requirements?|rfp)) (?:ask|asks|require|requires|demand|demands|request|requests|want|wants|specify|specifies|call|calls)\b|^(?:تطلب|تطلبون|تشترط|تشترطون|اشترطتم|طلبتم|تنص)(?!\p{L})/u;
const OWNED = /\bown(?:ed|s)?\b|(?<!\p{L})(?:مملوك|مملوكه|ملكيه|يملك|يمتلك|تمتلك)(?!\p{L})/u;
const LEASED =
  /\b(?:leas(?:e|ed|ing)|rent(?:s|ed|al)?|on hire|hired|borrowed)\b|(?<!\p{L})(?:ال)?(?:مستاجر|مستاجره|مؤجره|موجره|ايجار|نستاجر\p{L}*|تاجير)(?!\p{L})/u;
const VALIDITY =
  /\b(?:valid(?:ity)?|expiry|in force)\b|(?<!\p{L})(?:ال)?(?:ساري|ساريه|سريان|صلاحيه|صلاحيت\p{L}+)(?!\p{L})/u;

const FOUNDED =
  /(?:\b(?:founded|established|since|started|graduated|began)|(?<!\p{L})(?:تاسست|تاسس|منذ))(?: \p{L}+){0,2} ((?:19|20)\d\d)(?!\d)/u;

/** Whether a sentence without a verdict may affirm a requirement that `denying` denies. */
export function mayAffirm(requirement: ParsedRequirement, statement: Statement, denying: Statement): boolean {
  const { terms, identifiers, names, quantities } = requirement;
  if (keepsWork(requirement, statement)) return true;
  // Other items of a list do not affirm the denied item.
  if (requirement.enumerates && terms.some((term) => denying.stems.has(term) && !statement.stems.has(term))) {
    return false;
  }
  const share = terms.filter((term) => statement.stems.has(term)).length / Math.max(1, terms.length);
  const alike = [...statement.content].some((stem) => denying.content.has(stem));
  const measured = quantities.length > 0 && (share > 0 || alike);
  if (share < 0.5 && !measured || [...identifiers, ...names].some((name) => !statement.stems.has(name))) {
    return false;
  }
  const stance = stanceOf(statement.normal, {
    requirementText: requirement.normal,
    question: statement.question,
  });
  const plain = !stance.demands && !stance.elsewhere && !stance.conditional && !stance.hedged &&
    !stance.pending &&
    !stance.excepted && !stance.ended && stance.negations === 0;
  // A second sentence on the same quantity counts even with conditions.
  const measuredClaim = quantities.length > 0 && !stance.demands && !stance.elsewhere &&
    stance.negations === 0;
  return (plain || measuredClaim) &&
    quantities.every((required) => compareQuantities(required, statement) === "holds");
}
