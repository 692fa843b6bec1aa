import type { Clause } from "./choice_clause.ts";
import { marksLead, type Named, nearest, tickedIn } from "./choice_ticks.ts";
import { choiceTokens, foldedChoices, type NamedChoice, type Token } from "./choice_tokens.ts";
import {
  APART,
  BREAKS,
  CHOOSERS,
  CONTRASTS,
  DOES,
  EXCEPT,
  hasWord,
  IS,
  isAlthough,
  isVerdict,
  JOINERS,
  MARKS,
  NEGATORS,
  NO,
  POINTERS,
  RETRACTS,
  RIGHT,
  RIGHT_MARKS,
  STRONG,
  THROUGH,
  WEAK,
  WRONG,
  WRONG_MARKS,
  YES,
} from "./choice_words.ts";
import { withoutFirstThoughts } from "./first_thoughts.ts";

/** Reads a text clause by clause. In an explicit answer, letters count that would be articles or pronouns in prose. */
export function readClauses(
  text: string,
  choices: NamedChoice[],
  { explicit }: { explicit: boolean },
): Clause[] {
  const known = foldedChoices(choices);
  const clauses = split(choiceTokens(text, known, explicit), known.texts);
  const settledOnes = alsoDenied(clauses.map(readClause), clauses)
    .map((clause, at) => settled(clause, clauses[at + 1] ?? []));
  const read = withoutFirstThoughts(settledOnes, clauses);
  // "Although A is nearer, B is hotter": the concession chooses nothing where another clause does.
  const conceding = clauses.map(([first, second]) =>
    isAlthough(first?.text ?? "", second?.text) && !/^[,،]$/u.test(second?.text ?? "")
  );
  const chosen = read.some((clause, at) => !conceding[at] && clause.chosen.length > 0);
  return read.map((clause, at) =>
    chosen && conceding[at] && !clause.asserts ? { ...clause, chosen: [] } : clause
  )
    .filter(({ chosen, denied }) => chosen.length + denied.length > 0);
}

/** "A is wrong, and so is B": what the clause before denies is denied of these too. */
function alsoDenied(read: Clause[], clauses: Token[][]): Clause[] {
  let before: Clause | undefined;
  return read.map((clause, at) => {
    const naming = before;
    if (clause.chosen.length + clause.denied.length > 0) before = clause;
    if (naming === undefined || naming.denied.length === 0 || naming.chosen.length > 0) return clause;
    const also = ALSO.test((clauses[at] ?? []).map(({ text }) => text).join(" ").trim());
    return also
      ? { ...clause, chosen: [], denied: [...clause.denied, ...clause.chosen], asserts: false }
      : clause;
  });
}

const ALSO =
  /^(?:and |، |, )?(?:so (?:is|are)|likewise|as (?:is|are)|same (?:for|goes)|وكذلك|كذلك|ومثلها|ومثله)(?!\p{L})/u;

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
    words.some((word) => hasWord(POINTERS, word)) &&
    words.some((word) => hasWord(NEGATORS, word) || hasWord(WRONG, word));
}

/** "Is it A? No. Is it B? Yes." A question chooses what the next clause affirms. */
function answered(clause: Clause, next: Token[]): Clause {
  if (!clause.asks || clause.chosen.length === 0) return clause;
  const reply = next.find(({ kind }) => kind !== "mark")?.text ?? "";
  if (YES.has(reply)) return { ...clause, asserts: true };
  if (!NO.has(reply)) return { ...clause, asserts: false };
  return { ...clause, chosen: [], denied: [...clause.denied, ...clause.chosen], asserts: false };
}

// No sentence is longer; each denial in a clause looks at all choices that it names.
const MOST_TOKENS = 400;

/** Cuts at sentence ends, commas that join no labels, and words that begin a thought. */
function split(tokens: Token[], texts: Set<string>): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (token.kind === "mark" && MARKS.test(token.text)) {
      if (
        !joinsChoices(token, before, after) || /^[,،]$/u.test(token.text) && concedes(clauses.at(-1) ?? [])
      ) {
        clauses.at(-1)?.push(token);
        return void clauses.push([]);
      }
    } else if (
      (token.kind === "word" &&
        (hasWord(BREAKS, token.text) || isHowever(token, after) || isAlthough(token.text, after?.text)) &&
        !isException(token, before) &&
        !texts.has(token.text)) || (clauses.at(-1)?.length ?? 0) >= MOST_TOKENS
    ) {
      clauses.push([]);
    }
    clauses.at(-1)?.push(token);
  });
  return clauses;
}

/** "While many think of A, …": what follows stands against it. */
function concedes(clause: Token[]): boolean {
  return /^(?:while|whereas|although|though|between|among|رغم|بين|من بين)$/u.test(clause[0]?.text ?? "");
}

/** «غير أن», «إلا أن»: but, not a denial or an exception. */
function isHowever({ text }: Token, after: Token | undefined): boolean {
  return /^(?:غير|الا)$/u.test(text) && /^ان(?:ه|ها|ني|نا)?$/u.test(after?.text ?? "");
}

/** "A and B are out" */
function isOut({ text }: Token, before: Token | undefined, after: Token | undefined): boolean {
  return text === "out" && IS.has(before?.text ?? "") && after?.text !== "of";
}

/** "all but D" */
function isException({ text }: Token, before: Token | undefined): boolean {
  return text === "but" && /^(?:all|everything|none|any|nothing)$/u.test(before?.text ?? "");
}

function joinsChoices(mark: Token, before: Token | undefined, after: Token | undefined): boolean {
  const named = (token: Token | undefined) => token !== undefined && token.choice >= 0;
  // "A. 17 – ✔ prime"
  if (
    /^[-:–—]$/u.test(mark.text) &&
    (RIGHT_MARKS.test(after?.text ?? "") || WRONG_MARKS.test(after?.text ?? "") ||
      isVerdict(after?.text ?? ""))
  ) {
    return true;
  }
  // "B. Muscat", "B: Muscat", "A: incorrect", "(ب) مسقط"
  if (/^[:.]$/u.test(mark.text) && before?.kind === "label" && after?.kind === "text") return true;
  // "A? No: B."
  if (mark.text === ":" && NO.has(before?.text ?? "")) return false;
  if (
    mark.text === ":" || before?.kind === "word" && /^[,،]$/u.test(mark.text) && hasWord(BREAKS, before.text)
  ) {
    return true;
  }
  return /^[,،]$/u.test(mark.text) && named(before) && (named(after) || JOINERS.has(after?.text ?? ""));
}

function readClause(tokens: Token[]): Clause {
  const named = tokens.flatMap((token, at): Named[] => {
    if (token.choice < 0) return [];
    return [{ ...token, at }, ...choicesInRange(tokens, at).map((choice) => ({ ...token, choice, at }))];
  });
  const denied = deniedIn(tokens, named);
  const excepted = denied.size > 0 ? exceptedIn(tokens, named) : [];
  for (const { at } of excepted) denied.delete(at);
  const ticked = tickedIn(tokens, named);
  const standing = [ticked, excepted, preferred(tokens, named.filter(({ at }) => !denied.has(at)))]
    .find((some) => some.length > 0) ?? [];
  const labels = standing.filter(({ kind }) => kind === "label");
  const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const stated = labels.length === 1 && labels.every(({ at }) => followsIs(tokens, at));
  const aside = CONTRASTS.has(words[0] ?? "") && !words.some((word) => hasWord(RIGHT, word));
  const strong = !aside && (stated || words.some((word) => hasWord(STRONG, word)));
  return {
    chosen: (labels.length > 0 ? labels : standing).map(({ choice }) => choice),
    denied: named.filter(({ at }) => denied.has(at)).map(({ choice }) => choice),
    ticked: ticked.map(({ choice }) => choice),
    retracts: words.some((word) => hasWord(RETRACTS, word)),
    asks: /^[?؟]$/u.test(tokens.at(-1)?.text ?? ""),
    words: tokens.filter(({ kind }) => kind !== "mark").map(({ text }) => text),
    asserts: ticked.length + excepted.length > 0 || (strong && !words.some((word) => hasWord(WEAK, word))),
    byText: labels.length === 0,
    conflict: conflicts(tokens),
  };
}

/** "It is B", «الصواب هو (ب)» */
function followsIs(tokens: Token[], at: number): boolean {
  const opening = tokens[at - 1]?.text === "(" ? 2 : 1;
  return IS.has(tokens[at - opening]?.text ?? "");
}

/** Where the choices stand that the clause denies. */
function deniedIn(tokens: Token[], named: Named[]): Set<number> {
  const denied = new Set<number>();
  const leading = marksLead(tokens, named);
  tokens.forEach((token, place) => {
    const crossed = WRONG_MARKS.test(token.text);
    const wrong = token.kind === "word" &&
      (hasWord(WRONG, token.text) || isOut(token, tokens[place - 1], tokens[place + 1]));
    const beaten = token.kind === "word" && /^(?:over|than)$/.test(token.text) &&
      tokens.some(({ text }) =>
        hasWord(CHOOSERS, text) || /^(?:prefer|preferred|better|likelier|افضل)$/u.test(text)
      ) &&
      named.some(({ at }) => at < place);
    if (beaten) {
      for (const { at } of named.filter(({ at }) => at > place)) denied.add(at);
      return;
    }
    const negates = token.kind === "word" && hasWord(NEGATORS, token.text) &&
      !isHowever(token, tokens[place + 1]);
    if (!crossed && !wrong && !negates) return;
    const before = named.filter(({ at }) => at < place);
    const after = named.filter(({ at }) => at > place);
    const sides = crossed ? [nearest(named, place, leading)] : wrong ? [before, after] : [after, before];
    for (const { at } of sides.find((side) => side.length > 0) ?? []) denied.add(at);
  });
  return denied;
}

/** "all but D are wrong": the choices after the exception. */
function exceptedIn(tokens: Token[], named: Named[]): Named[] {
  const exception = tokens.findLastIndex((token, at) =>
    token.kind === "word" && !isHowever(token, tokens[at + 1]) &&
    (EXCEPT.has(token.text) || isException(token, tokens[at - 1]))
  );
  return exception < 0 ? [] : named.filter(({ at }) => at > exception);
}

/** "Of A and B I choose B", "2 + 3 = 5": the choices after the verb or the sign, where there are any. */
function preferred(tokens: Token[], open: Named[]): Named[] {
  const chooser = tokens.findLastIndex(({ text }) => hasWord(CHOOSERS, text));
  const after = open.filter(({ at }) => at > chooser);
  return after.length > 0 ? after : open;
}

/** "A through D": the choices between the two. */
function choicesInRange(tokens: Token[], at: number): number[] {
  const [from, word, to] = tokens.slice(at, at + 3);
  if (!from || !to || from.kind !== "label" || to.kind !== "label" || !THROUGH.has(word?.text ?? "")) {
    return [];
  }
  return Array.from(
    { length: Math.max(0, to.choice - from.choice - 1) },
    (_, step) => from.choice + step + 1,
  );
}

/**
 * A label and, with nothing but marks between them, the text of another choice: "B) Doha" where Doha is A. After a label
 * in brackets one word may stand between: "(B) the city Doha" is no closer to B.
 */
function conflicts(tokens: Token[]): boolean {
  return tokens.some((token, at) => {
    if (token.kind !== "label") return false;
    const [next, second] = tokens.slice(at + 1, at + 6).filter(({ kind }) => kind !== "mark");
    if (next?.kind === "text") return next.choice !== token.choice;
    const closed = tokens[at - 1]?.text === "(" && tokens[at + 1]?.text === ")" &&
      tokens[at + 2]?.kind === "word" && tokens[at + 3]?.kind === "text";
    const joined = next !== undefined && !IS.has(next.text) &&
      ![NEGATORS, EXCEPT, APART, JOINERS].some((words) => words.has(next.text));
    return closed && joined && second?.kind === "text" && second.choice !== token.choice;
  });
}
