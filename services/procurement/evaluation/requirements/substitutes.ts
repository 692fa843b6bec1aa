/** Things that a sentence names in the place of what is asked for: an answer for a repair, a lesser one, a paper for goods. */
import type { RequirementFeatures } from "./requirement_features.ts";
import type { Statement } from "./statement.ts";
import { stemOf } from "./words.ts";

/** To mend a fault, and the first steps towards it. */
const MENDS =
  /\b(?:resol(?:v\w*|ution)|repair\w*|fix\w*|rectif\w*|restor\w*|mend\w*|correct(?:ed|ion)|replac\w*|clear(?:ed|ance)?|back in (?:service|operation))\b|(?<!\p{L})(?:ال|ب|لل|و|[ينت]|ن)?(?:اصلاح\p{L}*|صلح\p{L}*|معالج\p{L}*|حل|حلها|استعاد\p{L}*|ستعيد\p{L}*|استبدال\p{L}*|ستبدل\p{L}*)(?!\p{L})/u;
const ANSWERS =
  /\b(?:acknowledg\w*|respon[ds]\w*|answer\w*|picked up|attend\w*|arriv\w*|on site|reach\w*|logged|assigned)\b|(?<!\p{L})(?:ال|ب|لل|و)?(?:استجاب\p{L}*|[نيت]ستجيب\p{L}*|[نيت]صل|وصول\p{L}*|[نيت]رد|الرد|[نيت]باشر\p{L}*|[نيت]حضر\p{L}*)(?!\p{L})/u;

/** One that is only like what is offered. */
const LESSER =
  /\b(?:a|the) (?:smaller|larger|bigger|older|newer|earlier|previous|sister|similar|related|different|lighter) \p{L}+ (?:of|from|in) the same\b|\bfrom the same (?:range|family|series|maker)\b|\bthan the (?:one|model|unit)s? (?:we )?(?:offered|offer|proposed|quoted)\b|(?<!\p{L})(?:من نفس (?:ال)?(?:فئه|سلسله|عائله|طراز)|(?:طراز|موديل|نوع) (?:اصغر|اكبر|اقدم|احدث|مشابه))(?!\p{L})/u;

/** Papers that are handed over too. */
const PAPER =
  /\b(?:bonds?|guarantees?|securit(?:y|ies)|certificates?|reports?|invoices?|insurance|polic(?:y|ies)|drawings?|training|samples?|plans?|cvs?)\b|(?<!\p{L})(?:ال)?(?:ضمان|كفاله|خطاب|شهاده|تقرير|تقارير|فاتوره|وثيقه|تدريب|عينه|عينات|خطه)(?!\p{L})/u;
const DELIVERS = /^(?:ship|ar:(?:سلم|ورد|شحن))/;
const DELIVERY = new Set([stemOf("deliver"), stemOf("توريد")]);

/** The leader of a group, and the sum of all its members. */
const LEADER =
  /\b(?:lead(?:er|ing)? (?:firm|partner|member|company|of)|leader)\b|(?<!\p{L})(?:ال|ل)?(?:قائد|رئيس) (?:ال)?(?:تحالف|ائتلاف|مجموعه)(?!\p{L})/u;
const ALL_MEMBERS =
  /\b(?:together|combined|jointly|between them|all (?:members|partners|firms|companies)|consortium as a whole)\b|(?<!\p{L})(?:مجموع|معا|مجتمع\p{L}*|شركات|اعضاء)(?!\p{L})/u;

/** Kinds of bonds and guarantees: of a bid, of performance, of an advance, of retention. */
const BONDS: [RegExp, string][] = [
  [
    /\b(?:bid|tender) (?:bond|security|guarantee)s?\b|(?<!\p{L})(?:ال)?(?:ضمان\p{L}*|كفاله) (?:\p{L}+ )?(?:ال)?(?:ابتدائي|مؤقت|موقت)\p{L}*/u,
    "bid",
  ],
  [
    /\bperformance (?:bond|security|guarantee)s?\b|(?<!\p{L})(?:ال)?(?:ضمان\p{L}*|كفاله) (?:\p{L}+ )?(?:ال)?(?:نهائي\p{L}*|حسن)/u,
    "performance",
  ],
  [/\badvance payment (?:bond|security|guarantee)s?\b|(?:ضمان|كفاله) (?:ال)?دفعه (?:ال)?مقدمه/u, "advance"],
  [/\bretention (?:bond|security|guarantee)s?\b/u, "retention"],
];
const WARRANTY =
  /\b(?:warrant\w*|guarantee\w*)\b|(?<!\p{L})(?:مده )?(?:ال)?ضمان\p{L}{0,2}(?! (?:بنكي|ابتدائي|نهائي|مالي))(?!\p{L})/u;
const VALIDITY =
  /\b(?:bid|offer|tender)s? (?:validity|\w+ valid)\b|\bbidvalidity\b|(?<!\p{L})(?:صلاحيه|سريان) (?:ال)?(?:عطاء|عرض)/u;

function bondsIn(normal: string): string[] {
  return BONDS.filter(([kind]) => kind.test(normal)).map(([, name]) => name);
}

/** Whether one kind of bond is asked for, or none, and another told: its time is no warranty and no bid's validity. */
export function isOtherBond(asks: string, says: string): boolean {
  const said = bondsIn(says);
  if (said.length === 0) return false;
  const asked = bondsIn(asks);
  return asked.length > 0
    ? !asked.some((kind) => said.includes(kind))
    : WARRANTY.test(asks) || VALIDITY.test(asks);
}

/** `Our senior drivers`, where all drivers are asked for: a word of rank before the thing leaves the others out. */
const SOME_OF =
  /\b(?:our|the) (?:senior|chief|lead|head|main|principal|certain|older|newer|qualified|experienced|best|night|day|regular) (\p{L}+)/u;
const ALL = /\b(?:all|every|each)\b/u;

function isOfRank({ wanted, things }: RequirementFeatures, { normal }: Statement): boolean {
  const [whole = "", noun] = SOME_OF.exec(normal) ?? [];
  if (noun === undefined || !wanted.universal || ALL.test(normal)) return false;
  return things.stems.has(stemOf(noun)) && !wanted.normal.includes(whole.split(" ")[1] ?? "");
}

/** Whether what a sentence tells is something else than what is asked for, whatever its number. */
export function isSubstitute(asking: RequirementFeatures, statement: Statement): boolean {
  const { wanted: { normal: asks }, about } = asking;
  const { normal: says } = statement;
  return MENDS.test(asks) && !MENDS.test(says) && ANSWERS.test(says) && !ANSWERS.test(asks) ||
    LESSER.test(says) && !LESSER.test(asks) ||
    about.every((word) => DELIVERY.has(stemOf(word)) || DELIVERS.test(stemOf(word))) && PAPER.test(says) ||
    LEADER.test(asks) && !LEADER.test(says) && ALL_MEMBERS.test(says) ||
    isOfRank(asking, statement);
}
