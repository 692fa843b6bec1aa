import type { RequirementFinding } from "../requirement_finding.ts";
import type { ScoredBid } from "../scored_bid.ts";
import { compared } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import {
  isDoubtful,
  isUnderstood,
  namesNothingElse,
  plainQuantities,
  speaksForBidder,
  speaksOfOffer,
} from "./speaker.ts";
import { NOT_RENEWED, stanceOf } from "./stance.ts";
import { readStatement, sentencesOf, type Statement } from "./statement.ts";
import { readWanted, type Wanted } from "./wanted.ts";
import { isLight, normalized, stemOf } from "./words.ts";

/** What one sentence says of a requirement; `doubted`: it speaks of it with a condition or an exception. */
type Reading = "met" | "not_met" | "doubted" | undefined;

/**
 * Reads the requirements of a tender in a bid, sentence by sentence: who has it, when, whether it is denied, on which
 * condition, and how quantities and dates compare. `met` and `not_met` need a sentence that says so plainly, or
 * arithmetic; what is said both ways, with a condition, or not at all is `unclear`. `asOf` is the day (ISO) on which
 * certificates must be valid.
 */
export function requirementReader(
  requirements: string[],
  { asOf }: { asOf: string },
): (bid: Pick<ScoredBid, "proposal" | "listed">) => RequirementFinding[] {
  const year = Number(asOf.slice(0, 4));
  const wanted = requirements.map((text) => readWanted(text, year));
  return ({ proposal, listed }) => {
    if (wanted.length === 0) return [];
    const statements = [
      ...sentencesOf(proposal).map((sentence) => readStatement(sentence, { listed: false, year })),
      ...listed.map((text) => readStatement({ text, question: false }, { listed: true, year })),
    ];
    return wanted.map((one) => found(one, statements, asOf));
  };
}

function found(wanted: Wanted, statements: Statement[], asOf: string): RequirementFinding {
  const readings: { statement: Statement; reading: Reading }[] = statements.map((statement, index) => {
    const read = readingOf(wanted, statement, asOf) ?? coreReading(wanted, statement, asOf);
    // What ended in one sentence may be renewed in the next.
    const renewed = read === "not_met" && isRenewed(statements[index + 1]);
    return { statement, reading: renewed ? "doubted" as const : read };
  });
  const year = Number(asOf.slice(0, 4));
  if (readings.some(({ reading }) => reading === "met")) {
    for (const one of readings) {
      if (one.reading === undefined && mayContradict(wanted, one.statement, year)) one.reading = "doubted";
    }
  }
  const says = (reading: Reading) => readings.find((one) => one.reading === reading)?.statement.text;
  const [met, notMet, doubted] = [says("met"), says("not_met"), says("doubted")];
  const base = { requirement: wanted.text, found_by: "text" };
  if (met !== undefined && notMet === undefined && doubted === undefined) {
    return { ...base, status: "met", evidence: met.slice(0, 300) };
  }
  const affirms = readings.some(({ reading, statement }) =>
    reading === undefined && mayAffirm(wanted, statement)
  );
  if (notMet !== undefined && met === undefined && !affirms) {
    return { ...base, status: "not_met", evidence: notMet.slice(0, 300) };
  }
  return { ...base, status: "unclear", evidence: (notMet ?? doubted ?? "").slice(0, 300) };
}

/**
 * Whether a sentence that shows nothing by itself may take back what another one shows: it speaks of the same thing
 * and denies something, or names another quantity, place or date.
 */
function mayContradict(wanted: Wanted, statement: Statement, year: number): boolean {
  const { terms, identifiers, names } = wanted;
  const founded = FOUNDED.exec(statement.normal);
  const age = founded ? [{ dimension: "days", value: (year - Number(founded[1])) * 365 }] : [];
  const failing = wanted.quantities.some((asked) =>
    asked.side !== "exactly" &&
    [...statement.quantities, ...age].some(({ dimension, value }) =>
      dimension === asked.dimension && (asked.side === "at least" ? value < asked.value : value > asked.value)
    )
  );
  const shares = [...terms, ...identifiers].some((term) => statement.stems.has(term));
  if (!shares) return founded !== null && failing;
  const { negations, ended } = stanceOf(statement.normal, { asked: "", question: false });
  const elsewhere = names.some((name) => !statement.stems.has(name)) &&
    /[:،,]|\p{Lu}/u.test(statement.text.slice(1));
  return negations > 0 || ended || failing || elsewhere || oppositeOf(wanted, statement);
}

const FOUNDED =
  /(?:\b(?:founded|established|since|started)|(?<!\p{L})(?:تاسست|تاسس|منذ))(?: \p{L}+){0,2} ((?:19|20)\d\d)(?!\d)/u;

/** Whether a sentence that shows nothing by itself may say that what another one denies is there. */
function mayAffirm(wanted: Wanted, statement: Statement): boolean {
  const { terms, identifiers, names, quantities } = wanted;
  const share = terms.filter((term) => statement.stems.has(term)).length / Math.max(1, terms.length);
  if (share < 0.5 || [...identifiers, ...names].some((name) => !statement.stems.has(name))) return false;
  const stance = stanceOf(statement.normal, { asked: "", question: statement.question });
  const plain = !stance.demands && !stance.elsewhere && !stance.conditional && !stance.hedged &&
    !stance.pending &&
    !stance.excepted && !stance.ended && stance.negations === 0;
  return plain && stance.own && quantities.every((asked) => compared(asked, statement) === "holds");
}

/**
 * What a sentence shows up to its first comma, where the rest only adds to it: no condition, no denial, no other
 * measure, nothing that doubts. `We own a plant at Riverside, 12 km from the site, and it is in operation.`
 */
function coreReading(wanted: Wanted, statement: Statement, asOf: string): Reading {
  if (statement.listed) return undefined;
  const [core = "", rest = ""] = statement.text.split(/(?<!\d)[,،;:–—](.*)$/su);
  if (rest.trim() === "" || core.trim().split(/\s+/).length < 4) return undefined;
  const stance = stanceOf(statement.normal, { asked: wanted.normal, question: statement.question });
  if (
    stance.demands || stance.elsewhere || stance.conditional || stance.hedged || stance.pending ||
    stance.excepted ||
    stance.ended || stance.negations > 0 || statement.quoted || isDoubtful(normalized(rest))
  ) return undefined;
  const year = Number(asOf.slice(0, 4));
  const read = (text: string) => readStatement({ text, question: false }, { listed: false, year });
  const added = read(rest);
  const differs = wanted.quantities.some((asked) => compared(asked, added) === "fails");
  return !differs && readingOf(wanted, read(core), asOf) === "met" ? "met" : undefined;
}

const STANDS = /\b(?:valid|current|in force)\b|(?<!\p{L})(?:ساري|ساريه|قائم|قائمه)(?!\p{L})/u;
const RENEWED = /renew|reissu|restor|new certificate|جدد|تجديد|اعيد/u;

function isRenewed(statement: Statement | undefined): boolean {
  return statement !== undefined && RENEWED.test(statement.normal.replace(NOT_RENEWED, " "));
}

/** Share of the requirement's terms that a statement must have to show that it is met, and that it is not. */
const MET_SHARE = 0.8;
const DENIED_SHARE = 0.5;

function readingOf(wanted: Wanted, statement: Statement, asOf: string): Reading {
  const { terms, identifiers, normal } = wanted;
  // Whoever has done a thing since a year has experience of it.
  const since = /\bsince\b|(?<!\p{L})منذ(?!\p{L})/u.test(statement.normal);
  const covered = terms.filter((term) =>
    statement.stems.has(term) || since && /^(?:experi|oper|ar:خبر)/.test(term)
  );
  const share = terms.length > 0 ? covered.length / terms.length : 0;
  if (share < 0.34 || identifiers.length > 0 && !identifiers.some((name) => statement.stems.has(name))) {
    return undefined;
  }
  const stance = stanceOf(statement.normal, { asked: normal, question: statement.question });
  if (
    stance.demands || stance.elsewhere || NAMED_OTHER.test(statement.text) || statement.quoted ||
    /^\s*\p{L}+\s*:/u.test(statement.text) && !stance.own
  ) {
    return undefined;
  }
  const pending = stance.pending || wanted.possession && FUTURE.test(statement.normal);
  if (stance.conditional || stance.hedged || pending || isPastDeed(wanted, statement)) {
    return share >= MET_SHARE && (stance.conditional || stance.hedged) ? "doubted" : undefined;
  }
  const opposite = oppositeOf(wanted, statement);
  const shared = [...statement.negated].filter((stem) => wanted.negated.has(stem)).length;
  const negations = stance.negations - shared + (opposite ? 1 : 0);
  const about =
    [...statement.content].filter((stem) => terms.includes(stem) || identifiers.includes(stem)).length /
    Math.max(1, statement.content.size);
  if (negations === 2 && !wanted.prohibits && share >= 0.66 && deniesWithout(statement)) {
    return isUnderstood(wanted, statement, { measured: true }) ? "met" : "doubted";
  }
  if (negations > 1 || negations === 1 && NO_CASE.test(statement.normal)) return "doubted";
  if (negations === 1) {
    if (wanted.prohibits) {
      return share >= (stance.own ? 0.6 : 0.75) && isUnderstood(wanted, statement) ? "met" : undefined;
    }
    if (wanted.negated.size > 0 && shared === 0 && !opposite) return undefined;
    return denied({ wanted, statement, share, about, covered: covered.length }) ? "not_met" : undefined;
  }
  if (wanted.prohibits) {
    return share >= 0.6 && stance.own && !stance.excepted && about >= 0.5 ? "not_met" : undefined;
  }
  if (stance.ended) {
    // It ended, and is said to stand in the same breath: nobody knows.
    if (isRenewed(statement) || STANDS.test(statement.normal)) return "doubted";
    return share >= 0.6 ? "not_met" : undefined;
  }
  if (stance.excepted) {
    return wanted.universal && share >= 0.6 ? "not_met" : share >= MET_SHARE ? "doubted" : undefined;
  }
  return affirmed({ wanted, statement, share, own: stance.own, asOf });
}

const FUTURE =
  /\b(?:will|shall)\b|(?<!\p{L})(?:سوف|س(?!نو|نتان|نتين|نه|يار|يسكو|يره|يد|تين|تون|ته|ياس|يطر)[نيت]\p{L}{3,})(?!\p{L})/u;

/** A deadline that was kept once is no promise to keep this one. */
function isPastDeed({ quantities }: Wanted, { normal }: Statement): boolean {
  return quantities.some(({ side, dimension }) => side === "at most" && dimension === "days") &&
    /\b(?:delivered|responded|installed|completed|paid)\b|(?<!\p{L})(?:سلمنا|استجبنا|ركبنا|انجزنا|وردنا)(?!\p{L})/u
      .test(normal);
}

/** Whether a statement with one no denies what is wanted. */
function denied(
  { wanted, statement, share, about, covered }: {
    wanted: Wanted;
    statement: Statement;
    share: number;
    about: number;
    covered: number;
  },
): boolean {
  if (wanted.enumerates && wanted.terms.length > 1 && share >= 0.66) {
    const clauses = statement.normal.split(
      /,|،|;|\bbut\b|\bhowever\b|\bwhile\b|لكن|(?= و(?:ليس|لا|لم|لن|غير)(?!\p{L}))/u,
    );
    const denying = clauses.filter((clause) =>
      stanceOf(clause, { asked: "", question: false }).negations > 0
    );
    return denying.some((clause) => {
      const { stems } = readStatement({ text: clause, question: false }, { listed: false, year: 0 });
      return wanted.terms.some((term) => stems.has(term)) ||
        wanted.identifiers.some((name) => stems.has(name));
    });
  }
  if (wanted.identifiers.some((name) => !statement.stems.has(name)) || !deniesTopic(wanted, statement)) {
    return false;
  }
  return share >= DENIED_SHARE && about >= 0.5 || covered >= 2 && about >= 0.66;
}

const DENIED_VERB =
  /^(?:hold|have|has|offer|provid|give|include|includ|cover|accept|carr|avail|able|possib|possess|own|compl|meet|support|suppl|maint|conduct|perform|do|assign|employ|guarant|submit|keep|use|agree|allow|be|been|yet|currently|an?|any|the|of|our|in|all|longer|has|part|currentl|presentl|at|present|ar:(?:نجر|نعد|حمل|قدم|وفر|شمل|ملك|جد|ستطع|عمل|قبل|جر|خصص|غط|لد|تضمن|ضمن|كن|تفر|فر|لتزم|لزم|ستخدم|متلك|ملك|نفذ|عد))$/;

/** Whether the word that a no governs is what is wanted, or only says that one has it. */
function deniesTopic({ terms, identifiers }: Wanted, { normal, stems }: Statement): boolean {
  const governed =
    /(?:\b(?:not|no|none|never|without|cannot|unable to|lacks?|refuses?|rejects?)\b|(?<!\p{L})و?(?:لا|ليس|ليست|لم|لن|غير|بدون|دون|عدم|نرفض|لسنا)(?!\p{L}))\s+(?:\p{L}+ly\s+)?([\p{L}\d]+)/u
      .exec(normal)?.[1];
  if (governed === undefined) return true;
  const stem = stemOf(governed);
  return terms.includes(stem) || identifiers.includes(governed) || DENIED_VERB.test(stem) ||
    DENIED_VERB.test(governed) ||
    isLight(governed) || stems.size === 0;
}

/** What a plain statement shows: topic, quantities, dates, and each of the things named. */
function affirmed(
  { wanted, statement, share, own, asOf }: {
    wanted: Wanted;
    statement: Statement;
    share: number;
    own: boolean;
    asOf: string;
  },
): Reading {
  const { validUntil } = statement;
  if (validUntil !== undefined && validUntil < (wanted.validUntil ?? asOf)) {
    return share >= 0.6 ? "not_met" : undefined;
  }
  const sides = wanted.quantities.map((asked) => compared(asked, statement));
  // A demand that is copied keeps its number: another one that is better is the bidder's own.
  const offersMore = wanted.quantities.some((asked, index) =>
    sides[index] === "holds" && !statement.quantities.some(({ value }) => value === asked.value)
  );
  const measured = offersMore && wanted.quantities.every(({ dimension }) => dimension !== "count");
  const speaks = speaksForBidder(wanted, statement) || measured && (own || speaksOfOffer(statement));
  if (!statement.listed && !(speaks && plainQuantities(wanted, statement))) return undefined;
  if (
    sides.includes("fails") && !sides.includes("unknown") &&
    share >= Math.min(0.6, neededShare(wanted, statement))
  ) {
    return wanted.names.every((name) => statement.stems.has(name)) ? "not_met" : undefined;
  }
  if (sides.some((side) => side !== "holds")) return undefined;
  if (wanted.validUntil !== undefined && validUntil === undefined) return undefined;
  // A day that is asked for is the day that must be named.
  const days = datesIn(statement.normal);
  if (wanted.validUntil === undefined && wanted.days.some((day) => !days.includes(day))) return undefined;
  if (wanted.identifiers.some((name) => !statement.stems.has(name))) return undefined;
  if (wanted.names.some((name) => !statement.stems.has(name)) || share < neededShare(wanted, statement)) {
    return undefined;
  }
  if (statement.listed) return statement.words.length <= 12 ? "met" : undefined;
  if (!isUnderstood(wanted, statement, { measured })) return undefined;
  return own || offersMore || isStatement(statement) && !isCopied(wanted, statement) ? "met" : undefined;
}

/** A thing measured, or one with a number for a name, is known by fewer of its words where nothing else is named. */
function neededShare(wanted: Wanted, statement: Statement): number {
  const { enumerates, identifiers, quantities } = wanted;
  if (enumerates) return 1;
  if (statement.listed && identifiers.length > 0) return 0.6;
  if (!namesNothingElse(wanted, statement)) return MET_SHARE;
  if (quantities.some(({ dimension }) => dimension !== "count")) return 0.5;
  return identifiers.length > 0 || quantities.length > 0 ? 0.6 : MET_SHARE;
}

/** Whether a sentence has a verb that states something. */
function isStatement({ normal }: Statement): boolean {
  return /\b(?:is|are|has|have|holds?|carr(?:y|ies)|includes?|covers?|comes?|runs?|works?|serves?|speaks?|compl(?:y|ies))\b|(?<!\p{L})(?:يشمل|تشمل|يغطي|تغطي|متاح|متاحه|يعمل|تعمل|يسري|تسري|مرفق|ساري|ساريه|حاصل|حاصله|معتمد|معتمده|مسجل|مسجله|مرخص|مرخصه|تبلغ|يبلغ)(?!\p{L})/u
    .test(normal);
}

/** Whether a sentence says nothing beyond the requirement's own words. */
function isCopied(wanted: Wanted, { content }: Statement): boolean {
  const known = new Set([
    ...wanted.terms,
    ...wanted.identifiers,
    ...wanted.quantities.flatMap(({ things }) => things),
  ]);
  return [...content].every((stem) => known.has(stem) || /^\d/.test(stem));
}

/** `Our … Delta holds …`: a name after the noun is somebody else's. */
const NAMED_OTHER =
  /\b[Oo]ur (?:[a-z-]+ ){1,3}[A-Z][\p{L}&.-]+(?: [A-Z]\p{L}+)* (?:has|holds?|employs?|owns?|operates?|runs?|carries|carry|is|are|maintains?)\b/u;

/** `There is no day on which …` says that something always is. */
const NO_CASE =
  /\bno (?:day|time|moment|case|hour|instance)\b|(?:لا يوجد|لا توجد|ليس هناك) (?:يوم|وقت|لحظه|حاله|ساعه)/u;

/** `No meal leaves our kitchen without a label`: there is none without it, so all have it. */
function deniesWithout({ normal }: Statement): boolean {
  return /^(?:there (?:is|are) )?(?:no|not (?:a single|one)|none|never|at no time|we never)\b.*\b(?:without|lacks?)\b/u
    .test(normal) ||
    /^(?:و)?(?:لا|ليس|ما من)(?: \p{L}+){1,7} (?:بلا|دون|بدون|من غير|من دون) /u.test(normal);
}

const OPPOSITES: [wanted: RegExp, said: RegExp][] = [
  [
    /\b(?:inside|within the (?:uae|country|state|city|emirate|kingdom|site))\b|(?<!\p{L})داخل(?!\p{L})/u,
    /\b(?:outside|abroad|overseas|offshore)\b|(?<!\p{L})خارج(?!\p{L})/u,
  ],
  [
    /\bnew\b|(?<!\p{L})جديد\p{L}*/u,
    /\b(?:refurbished|second[- ]hand|used equipment)\b|(?<!\p{L})مجدد\p{L}*/u,
  ],
];

function oppositeOf({ normal }: Wanted, statement: Statement): boolean {
  return OPPOSITES.some(([wanted, said]) => wanted.test(normal) && said.test(statement.normal));
}
