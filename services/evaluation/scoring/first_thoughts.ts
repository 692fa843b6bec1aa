import type { Clause } from "./choice_clause.ts";
import type { Token } from "./choice_tokens.ts";
import { hasWord, IS, NEGATORS, RIGHT, WRONG } from "./choice_words.ts";

const THINK = "(?:think|assume|believe|guess|suppose|expect|say|answer|choose|pick|confuse)";
/** What somebody thought at first, or what many think: it chooses nothing where the text then says otherwise. */
const THOUGHT = new RegExp(
  [
    "(?<!\\p{L})(?:at first(?: glance| sight| thought)?|first (?:thought|guess|instinct|impulse|reaction|impression))(?!\\p{L})",
    "(?<!\\p{L})(?:first|initially|originally|previously|mistakenly)(?: i| we)?(?: had)? (?:thought|assumed|considered|guessed|believed|leaned|picked|chose|said|suspected)(?!\\p{L})",
    `(?<!\\p{L})(?:many|most|some|people|students|others|you|one|learners)(?: people| students| of us)?(?: often| commonly| sometimes| usually| wrongly| mistakenly| may| might| could| would| will)* ${THINK}(?!\\p{L})`,
    "(?<!\\p{L})(?:tempting|easy to (?:confuse|think|assume|mistake|say|believe)|popular (?:answer|choice|guess)|(?:often|commonly|easily) (?:mistaken|confused|assumed|thought|believed)|common (?:misconception|assumption|belief|guess))(?!\\p{L})",
    "(?<!\\p{L})[وف]?(?:ظننت|حسبت|اعتقدت|خمنت|تصورت|توقعت|افترضت)(?:ه|ها|هما)?(?!\\p{L})",
    "(?<!\\p{L})[وف]?(?:قد |ربما |كثيرا ما )?[يت](?:ظن|عتقد|حسب|توهم|تصور|خمن|قول|ختار)(?:ون|ه|ها)?(?= (?:ال)?(?:كثير|بعض|ناس|معظم|مرء|طلاب|اغلب|جميع|عديد|احدهم|عامة))",
    "(?<!\\p{L})[وف]?(?:قد|ربما) [يتن](?:ظن|عتقد|حسب|توهم|تصور|خمن|تبادر|خطر|بدو)(?:ون|ه|ها)?(?!\\p{L})",
    "(?<!\\p{L})[وف]?(?:كثيرا|غالبا|عادة|احيانا) ما [يت](?:ظن|عتقد|حسب|توهم|قال|تصور|خلط)(?:ون|ه|ها)?(?!\\p{L})",
    "(?<!\\p{L})(?:ل?لوهلة الاول[ىي]|ل?اول وهلة|في البداية|يتبادر ال[ىي]|(?:ال)?خطا (?:ال)?شائع|(?:ال)?اخطاء (?:ال)?شائعة|الشائع)(?!\\p{L})",
  ].join("|"),
  "iu",
);
const CONTRAST =
  /^[وف]?(?:but|however|yet|actually|instead|though|although|still|while|whereas|on reflection|in (?:fact|reality|truth)|لكن(?:ه|ها|هم|هما|ني|نا)?|ولكن(?:ه|ها|هم|هما|ني|نا)?|بل|ثم|غير ان(?:ه|ها|ني)?|الا ان(?:ه|ها|ني)?|في (?:الواقع|الحقيقة)|الصواب|الصحيح|الحقيقة|الواقع|بينما|اما)(?!\p{L})/iu;
// No thought is further from what it is set against.
const MOST_CLAUSES = 6;

/** "Many think A, but …; it is B": what is taken back is denied, not chosen. */
export function withoutFirstThoughts(read: Clause[], clauses: Token[][]): Clause[] {
  if (read.length < 2) return read;
  const kept = [...read];
  kept.forEach((clause, at) => {
    const { chosen } = clause;
    if (chosen.length === 0 || clause.ticked.length > 0 || !isThought(clauses[at] ?? [])) return;
    const returns = returnTo(kept, clauses, at);
    if (returns > 0) {
      for (let place = at; place < returns; place++) {
        kept[place] = { ...kept[place] ?? clause, asserts: false };
      }
      return;
    }
    const same = againstThought(kept, clauses, at);
    kept[at] = same === undefined ? { ...clause, asserts: false } : denied(clause);
    for (const place of same ?? []) kept[place] = denied(kept[place] ?? clause);
  });
  return kept;
}

function isThought(clause: Token[]): boolean {
  return THOUGHT.test(wordsOf(clause));
}

function wordsOf(clause: Token[]): string {
  return clause.filter(({ kind }) => kind !== "mark").map(({ text }) => text).join(" ").trim();
}

function denied(clause: Clause): Clause {
  return { ...clause, chosen: [], denied: [...clause.denied, ...clause.chosen], asserts: false };
}

/** "I first thought A, but B is near. Still, it is A": where the text comes back to a thought, neither is settled. */
function returnTo(read: Clause[], clauses: Token[][], thought: number): number {
  const chosen = new Set(read[thought]?.chosen);
  return read.findIndex((clause, at) =>
    at > thought + 1 && at <= thought + MOST_CLAUSES && clause.chosen.length > 0 &&
    clause.chosen.every((choice) => chosen.has(choice)) && isPredicate(clauses[at] ?? [], clause)
  );
}

/**
 * Whether what follows a thought stands against it: the places of clauses that speak once more of its choice ("but A is
 * only the largest"), undefined where the thought may stand.
 */
function againstThought(read: Clause[], clauses: Token[][], thought: number): number[] | undefined {
  const chosen = new Set(read[thought]?.chosen);
  const same: number[] = [];
  let contrasted = false;
  for (let at = thought + 1; at < Math.min(read.length, thought + 1 + MOST_CLAUSES); at++) {
    const clause = read[at];
    const tokens = clauses[at] ?? [];
    if (!clause) break;
    const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text);
    const named = clause.chosen.length + clause.denied.length;
    if (named === 0 && refutes(words)) return same;
    contrasted ||= CONTRAST.test(wordsOf(tokens));
    if (clause.denied.some((choice) => chosen.has(choice))) contrasted = true;
    if (clause.chosen.length === 0) continue;
    if (clause.chosen.some((choice) => !chosen.has(choice))) {
      return contrasted || isPredicate(tokens, clause) ? same : undefined;
    }
    // "but A is right after all"
    if (!contrasted || words.some((word) => hasWord(RIGHT, word))) return undefined;
    same.push(at);
  }
  return undefined;
}

/** "but that isn't so", «لكنها ليست العاصمة», "they are wrong": a short clause that denies and names nothing. */
function refutes(words: string[]): boolean {
  return words.length > 1 && words.length <= 5 &&
    words.some((word) => hasWord(NEGATORS, word) || hasWord(WRONG, word));
}

/** "The capital is B": the choice is what is said, not what is spoken of. */
function isPredicate(tokens: Token[], { chosen }: Clause): boolean {
  return tokens.some(({ choice }, at) => {
    if (!chosen.includes(choice)) return false;
    const [before, opening] = [tokens[at - 1], tokens[at - 2]];
    const word = before?.kind === "mark" ? opening : before;
    return word?.kind === "word" && (IS.has(word.text) || hasWord(RIGHT, word.text));
  });
}
