import { foldArabic } from "./arabic.ts";
import { foldLabel, labelPlaces } from "./choice_labels.ts";

/** One clause of a response: the choices it names, and whether it chooses or denies them. */
export interface Clause {
  chosen: number[];
  denied: number[];
  /** Says that this is the answer, not only names a choice. */
  asserts: boolean;
  asks: boolean;
  /** Takes back what was said before. */
  retracts: boolean;
  /** The choices are named by their texts alone. */
  byText: boolean;
  /** A label stands beside the text of another choice. */
  conflict: boolean;
}

interface NamedChoice {
  label: string;
  text: string;
}

/** A word, a mark, or a choice that the word or text names. */
interface Token {
  text: string;
  choice: number;
  kind: "label" | "text" | "word" | "mark";
}

const list = (words: string) => new Set(words.split(" "));
const STRONG = list(
  "answer answers correct right choose chose choosing chosen pick picked select selected option options choice choices go going went so therefore thus hence leaves leaving leave remains remaining final best say but actually instead think believe conclude wait correction sorry " +
    "الاجابه الاجابة الإجابة الجواب الصحيح الصحيحة الصحيحه صحيح صحيحة اختار اخترت ساختار اختياري الخيار فالخيار الاختيار الحرف اذن اذا لذا لذلك فالاجابة فالجواب فالصحيح يبقى فيبقى تبقى ويبقى يتبقى المتبقي النهائي النهائية الانسب لكن ولكن بل اعتقد ارى ارجح الاجابتان الصحيحتان الخياران",
);
const WEAK = list(
  "thought guessed maybe might perhaps if could initially first wondered suppose ظننت ظننتها ربما لو كنت حسبت لعل افترض اولا",
);
// These deny the choices after them in the clause, or those before where none follows.
const NEGATORS = list(
  "not no never isn't aren't cannot can't won't neither nor eliminate eliminated eliminates eliminating exclude excluded excluding reject rejected rule ruled rather don't doesn't didn't wasn't " +
    "none ليس ليست وليس وليست لا ولا لن لم ولم غير وغير استبعد نستبعد استبعدت استثني استبعاد",
);
// These deny the choices before them in the clause, or those after where none precedes.
const WRONG = list(
  "incorrect wrong false mistake mistaken untrue invalid impossible خطا خاطئ خاطئة خاطئه مستبعد مستبعدة مستحيل باطل خطأ",
);
const BREAKS = list(
  "so therefore but however actually thus hence because since though although while whereas as leaving instead wait correction sorry " +
    "لكن ولكن اذن لذا لذلك بل لان بينما اما واما حيث فيبقى ويبقى فالصحيح فالاجابة فالجواب",
);
/** Arabic writes و and ف together with the word that follows. */
function among(words: Set<string>, word: string): boolean {
  return words.has(word) || (/^[وف]\p{L}{3}/u.test(word) && words.has(word.slice(1)));
}

/** These take back what was said before. */
const RETRACTS = list("wait actually correction sorry but بل لكن ولكن عفوا تصحيح");
/** The choices after these are meant, not those before. */
const CHOOSERS = list("choose pick select chose picked selected اختار اخترت ساختار نختار");
const WRONG_MARKS = /^[✗✘❌✖]$/u;
const RIGHT_MARKS = /^[✓✔✅☑]$/u;
const JOINERS = list("and or & و او ، , /");
const CUES = list(
  "option choice letter answer number is pick choose الخيار الحرف رقم هو هي الاجابة الجواب",
);
const MARKS = /^[.!?؟;؛,،:\n—–]$/u;

/** Reads a text clause by clause. In an explicit answer, letters count that would be articles or pronouns in prose. */
export function readClauses(
  text: string,
  choices: NamedChoice[],
  { explicit }: { explicit: boolean },
): Clause[] {
  const tokens = tokensOf(text, choices, explicit);
  const clauses = split(tokens, choices);
  return clauses.map((clause, at) => settled(readClause(clause, choices), clauses[at + 1] ?? []))
    .filter(({ chosen, denied }) => chosen.length + denied.length > 0);
}

/** A clause in the light of the next one: "It is D; that is wrong." "Is it A? No." */
function settled(clause: Clause, next: Token[]): Clause {
  if (refutes(next)) {
    return { ...clause, chosen: [], denied: [...clause.denied, ...clause.chosen], asserts: false };
  }
  return answered(clause, next);
}

/** "it is not", «وهذا خطأ»: a short clause that denies what was said and names nothing. */
function refutes(clause: Token[]): boolean {
  const words = clause.filter(({ kind }) => kind === "word").map(({ text }) => text);
  return words.length <= 4 && !words.some((word) => DOES.has(word)) &&
    clause.every(({ choice }) => choice < 0) &&
    words.some((word) => among(POINTERS, word)) &&
    words.some((word) => among(NEGATORS, word) || among(WRONG, word));
}

/** "Is it A? No. Is it B? Yes." A question chooses what the next clause affirms. */
function answered(clause: Clause, next: Token[]): Clause {
  if (!clause.asks || clause.chosen.length === 0) return clause;
  const reply = next.find(({ kind }) => kind !== "mark")?.text ?? "";
  if (YES.has(reply)) return { ...clause, asserts: true };
  if (!NO.has(reply)) return { ...clause, asserts: false };
  return { ...clause, chosen: [], denied: [...clause.denied, ...clause.chosen], asserts: false };
}

const POINTERS = list("it that this that's it's هذا هذه ذلك انها");
const DOES = list("does do did has have can will");
const YES = list("yes yeah correct نعم اجل بلى");
const NO = list("no nope لا كلا");
// "Everything except B is wrong", «كلها خاطئة عدا ب».
const EXCEPT = list("except save besides عدا ماعدا سوى الا باستثناء");

const PIECE = /\uE000(\d+)\uE001|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)?|[^\s\p{L}\p{N}]|\n/gu;

// Commands and tags around an answer, and an answer that is none.
const NOT_SAID =
  /\\(?:boxed|text|mathrm|textbf)(?=\{)|<\/?[a-z]{1,10}\s?\/?>|(?<![\p{L}\p{N}])N\/A(?![\p{L}\p{N}])/gu;

function tokensOf(text: string, choices: NamedChoice[], explicit: boolean): Token[] {
  const shown = maskTexts(foldArabic(text).replace(NOT_SAID, " "), choices);
  const pieces = [...shown.matchAll(PIECE)];
  const places = labelPlaces(choices);
  return pieces.map((piece, at): Token => {
    if (piece[1] !== undefined) return { text: "", choice: Number(piece[1]), kind: "text" };
    const word = piece[0];
    if (!/[\p{L}\p{N}]/u.test(word)) return { text: word, choice: -1, kind: "mark" };
    const around = {
      before: pieces[at - 1]?.[0] ?? "",
      after: pieces[at + 1]?.[0] ?? "",
      spaced: shown[piece.index + word.length] === " ",
      first: at === 0 || pieces.slice(Math.max(0, at - 3), at).every(([mark]) => !/[\p{L}\p{N}]/u.test(mark)),
    };
    const ordinal = places.has(word) ? -1 : ordinalPlace(word, around);
    const choice = ordinal < choices.length && ordinal >= 0
      ? ordinal
      : labelIn(word, around, places, explicit);
    return { text: word.toLowerCase().replaceAll("’", "'"), choice, kind: choice < 0 ? "word" : "label" };
  });
}

/** Puts a token in the place of each choice's text, the longest first, so that "Vitamin D" is no label D. */
function maskTexts(text: string, choices: NamedChoice[]): string {
  const labels = new Set(choices.map(({ label }) => foldLabel(label)));
  const texts = choices.map((choice, at) => ({ at, text: foldArabic(choice.text).trim() }))
    .filter((choice) => choice.text !== "" && !labels.has(foldLabel(choice.text)))
    .sort((a, b) => b.text.length - a.text.length);
  return texts.reduce((shown, choice) => maskOne(shown, choice), text.replace(/[\uE000\uE001]/gu, ""));
}

function maskOne(text: string, { at, text: wanted }: { at: number; text: string }): string {
  const lower = text.toLowerCase();
  // Some letters grow when they are lower-cased; positions would not fit then.
  const shown = lower.length === text.length ? lower : text;
  const part = wanted.toLowerCase();
  let masked = "";
  let from = 0;
  for (let here = shown.indexOf(part); here >= 0; here = shown.indexOf(part, here + part.length)) {
    if (joins(shown, here, part)) continue;
    masked += `${text.slice(from, here)} \uE000${at}\uE001 `;
    from = here + part.length;
  }
  return masked + text.slice(from);
}

/** The part is inside a longer word or number, or inside another choice that is masked already. */
function joins(text: string, at: number, part: string): boolean {
  const before = text[at - 1] ?? "";
  const after = text.slice(at + part.length, at + part.length + 2);
  if (before === "\uE000" || /^[\p{L}\p{N}\p{M}]/u.test(after) || /^[.,]\d/u.test(after)) return true;
  if (!/[\p{L}\p{N}]/u.test(before)) {
    return /\d[.,]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\d/u.test(part);
  }
  // و, ف, ب and ل are written with the Arabic word that follows.
  const word = text.slice(Math.max(0, at - 3), at).match(/(?:^|[^\p{L}\p{N}])([وفبل])$/u);
  return !(word && /^\p{Script=Arabic}/u.test(part));
}

interface Around {
  before: string;
  after: string;
  spaced: boolean;
  /** Nothing but marks stands before it. */
  first: boolean;
}

const ORDINALS = [
  "first الاول الاولى 1",
  "second الثاني الثانية 2",
  "third الثالث الثالثة 3",
  "fourth الرابع الرابعة 4",
  "fifth الخامس الخامسة 5",
].map(list);
const COUNTED = list("option choice الخيار الاختيار الرقم رقم");

/** "the second option", "option 2", «الخيار الثاني»: the place that is counted, or -1. */
function ordinalPlace(word: string, { before, after }: Around): number {
  const place = ORDINALS.findIndex((words) => words.has(word.toLowerCase()));
  if (place < 0) return -1;
  const counted = COUNTED.has(before.toLowerCase()) ||
    (/^\D/u.test(word) && /^(?:option|choice)$/iu.test(after));
  return counted ? place : -1;
}

/** Which choice a word labels, or -1. "A city", "I think" and "و" in prose are no labels. */
function labelIn(word: string, around: Around, places: Map<string, number>, explicit: boolean): number {
  const { before, after } = around;
  if (word.length > 3) return -1;
  const upper = word.toUpperCase();
  const choice = places.get(upper) ?? (/^و.$/u.test(word) ? places.get(word.slice(1)) : undefined) ?? -1;
  if (choice < 0) return -1;
  const enclosed = /^[([{"'«“*<]$/u.test(before) && /^[)\]}"'»”*>.:]$/u.test(after);
  const closed = /^[).:]$/u.test(after) && (around.first || before === "\n");
  if (enclosed || closed) return choice;
  const ends = after === "" || after === "\n" || /^[^\p{L}\p{N}]$/u.test(after);
  if (/^[A-Z]$/u.test(word)) return upperCase(word, around, ends, explicit) ? choice : -1;
  if (/^[a-z]$/u.test(word)) {
    return ends && ((explicit && around.first) || CUES.has(before.toLowerCase())) ? choice : -1;
  }
  if (/^\p{N}+$/u.test(word)) {
    return (explicit && around.first) || CUES.has(before.toLowerCase()) ? choice : -1;
  }
  // A lone و is "and" where other words stand around it.
  if (word === "و") return ends && (around.first || CUES.has(before)) ? choice : -1;
  return choice;
}

const FOLLOWS = list(
  "is was and or through to because since as would seems looks are but so not isn't can't cannot while though whereas which must has ليست ليس هو هي لان و خطا خاطئ خاطئة صحيح",
);

function upperCase(
  word: string,
  { before, after, first }: Around,
  ends: boolean,
  explicit: boolean,
): boolean {
  if (word !== "A" && word !== "I") return true;
  if (ends) return word === "A" || !/^['’]/u.test(after);
  if (word === "I" && after.toLowerCase() === "is") return true;
  if (word === "I") return explicit && first && /^(?:because|since|is|and|or)$/iu.test(after);
  if (FOLLOWS.has(after.toLowerCase())) return true;
  return explicit && first && before === "" && after.startsWith("\uE000");
}

/** Cuts at sentence ends, commas that join no labels, and words that begin a thought. */
function split(tokens: Token[], choices: NamedChoice[]): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (token.kind === "mark" && MARKS.test(token.text)) {
      if (!joinsChoices(token, before, after)) {
        clauses.at(-1)?.push(token);
        return void clauses.push([]);
      }
    } else if (
      token.kind === "word" && among(BREAKS, token.text) && !isException(token, before) &&
      !namesText(token, choices)
    ) {
      clauses.push([]);
    }
    clauses.at(-1)?.push(token);
  });
  return clauses;
}

/** "all but D" */
function isException({ text }: Token, before: Token | undefined): boolean {
  return text === "but" && /^(?:all|everything|none|any|nothing)$/u.test(before?.text ?? "");
}

function joinsChoices(mark: Token, before: Token | undefined, after: Token | undefined): boolean {
  const named = (token: Token | undefined) => token !== undefined && token.choice >= 0;
  // "B. Muscat", "B: Muscat", "A: incorrect", "(ب) مسقط"
  if (/^[:.]$/u.test(mark.text) && before?.kind === "label" && after?.kind === "text") return true;
  if (
    mark.text === ":" || before?.kind === "word" && /^[,،]$/u.test(mark.text) && among(BREAKS, before.text)
  ) {
    return true;
  }
  return /^[,،]$/u.test(mark.text) && named(before) && (named(after) || JOINERS.has(after?.text ?? ""));
}

function namesText({ text }: Token, choices: NamedChoice[]): boolean {
  return choices.some((choice) => foldArabic(choice.text).toLowerCase() === text);
}

function readClause(tokens: Token[], choices: NamedChoice[]): Clause {
  const named = tokens.flatMap((token, at) => {
    if (token.choice < 0) return [];
    return [{ ...token, at }, ...through(tokens, at).map((choice) => ({ ...token, choice, at }))];
  });
  const denials = tokens.flatMap((token, at) => {
    if (WRONG_MARKS.test(token.text)) return [{ at, wrong: true }];
    if (token.kind !== "word") return [];
    return among(NEGATORS, token.text) || among(WRONG, token.text)
      ? [{ at, wrong: among(WRONG, token.text) }]
      : [];
  });
  const denied = new Set<number>();
  for (const denial of denials) {
    if (WRONG_MARKS.test(tokens[denial.at]?.text ?? "")) {
      for (const { at } of nearest(named, denial.at)) denied.add(at);
      continue;
    }
    const before = named.filter(({ at }) => at < denial.at);
    const after = named.filter(({ at }) => at > denial.at);
    const preferred = denial.wrong ? [before, after] : [after, before];
    for (const { at } of preferred.find((side) => side.length > 0) ?? []) denied.add(at);
  }
  const chooser = tokens.findLastIndex(({ kind, text }) => kind === "word" && among(CHOOSERS, text));
  const open = named.filter(({ at }) => !denied.has(at));
  const after = open.filter(({ at }) => at > chooser);
  const ticked = tokens.flatMap(({ text }, at) => RIGHT_MARKS.test(text) ? nearest(named, at) : []);
  const exception = tokens.findLastIndex((token, at) =>
    token.kind === "word" && (EXCEPT.has(token.text) || isException(token, tokens[at - 1]))
  );
  const excepted = exception < 0 || denials.length === 0 ? [] : named.filter(({ at }) => at > exception);
  for (const { at } of excepted) denied.delete(at);
  const standing = ticked.length > 0
    ? ticked
    : excepted.length > 0
    ? excepted
    : after.length > 0
    ? after
    : open;
  const labels = standing.filter(({ kind }) => kind === "label");
  const counted = labels.length > 0 ? labels : standing;
  const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const stated = labels.length === 1 && labels.every(({ at }) => IS.has(tokens[at - 1]?.text ?? ""));
  return {
    chosen: counted.map(({ choice }) => choice),
    denied: named.filter(({ at }) => denied.has(at)).map(({ choice }) => choice),
    retracts: words.some((word) => among(RETRACTS, word)),
    asks: /^[?؟]$/u.test(tokens.at(-1)?.text ?? ""),
    asserts: ticked.length + excepted.length > 0 ||
      (!words.some((word) => among(WEAK, word)) && (words.some((word) => among(STRONG, word)) || stated)),
    byText: labels.length === 0,
    conflict: conflicts(tokens, choices.length),
  };
}

/** "A through D": the choices between the two. */
function through(tokens: Token[], at: number): number[] {
  const [from, word, to] = tokens.slice(at, at + 3);
  if (!from || !to || from.kind !== "label" || to.kind !== "label" || !THROUGH.has(word?.text ?? "")) {
    return [];
  }
  return Array.from(
    { length: Math.max(0, to.choice - from.choice - 1) },
    (_, step) => from.choice + step + 1,
  );
}

const THROUGH = list("through to - – الى حتى");
const IS = list("is are be هو هي انها انه");

/** The choice that a tick or cross belongs to: the last before it, else the first after it. */
function nearest<T extends { at: number }>(named: T[], mark: number): T[] {
  const found = named.findLast(({ at }) => at < mark) ?? named[0];
  return found ? [found] : [];
}

/** A label and, with nothing but marks between them, the text of another choice: "B) Doha" where Doha is A. */
function conflicts(tokens: Token[], count: number): boolean {
  return tokens.some((token, at) => {
    if (token.kind !== "label" || token.choice >= count) return false;
    const next = tokens.slice(at + 1, at + 5).find(({ kind }) => kind !== "mark");
    return next?.kind === "text" && next.choice !== token.choice;
  });
}
