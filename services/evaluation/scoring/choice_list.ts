/** Lists of options, one a line: which of them a response ticks, or lists as the right ones. */
import type { Clause } from "./choice_clause.ts";
import { readClauses } from "./choice_clauses.ts";
import { type OptionLine, optionLines } from "./choice_lines.ts";
import type { NamedChoice } from "./choice_tokens.ts";
import { EXCEPT, hasWord, NEGATORS, RIGHT, wordSet, WRONG } from "./choice_words.ts";

/** What a list chooses, by their places; none where it does not decide. */
export interface Listed {
  chosen: number[];
  rule: "ticked" | "label" | "named_together" | "undecided";
}

export interface ListOptions {
  /** Whether several choices may be right. */
  several: boolean;
  question: string;
}

const UNDECIDED: Listed = { chosen: [], rule: "undecided" };
const MARKED =
  /[✓✔✅☑☒☐⬜🔲✗✘✕❌✖○◯⚪]|\[[ xX]?\]|(?<!\p{L})(?:correct|incorrect|right|wrong|true|false|yes|no|صح|صحيح[ةه]?|خط[أا]|خاطئ[ةه]?|نعم|لا)(?!\p{L})/iu;
/** A question after what does not hold: its ticks may mark what is true, not what answers. */
const NEGATIVE =
  /(?<!\p{L})(?:not|\p{L}{2,6}n['’]t|never|false|incorrect|wrong|untrue|except|myth|exclude\p{L}*|ليس|ليست|لا|لم|لن|غير|خط[اأ]|الخط[اأ]|خاطئ[ةه]?|الخاطئ[ةه]?|عدا|باستثناء|[يت]ستثنى)(?!\p{L})/iu;

/** The choices that a list of options in the response singles out; undefined where there is no such list. */
export function listedChoices(
  text: string,
  choices: NamedChoice[],
  options: ListOptions,
): Listed | undefined {
  if (!text.includes("\n") || !(options.several || text.includes("**") || MARKED.test(text))) {
    return undefined;
  }
  const lines = optionLines(text, choices);
  const marked = lines.filter(({ option, mark }) => option >= 0 && mark !== undefined);
  if (marked.length > 0) return markedChoices(lines, choices, options);
  const bold = options.several ? undefined : onlyBold(lines);
  if (bold !== undefined) return against(lines, [bold], choices, options);
  return options.several ? listOfChosen(lines, choices, options) : undefined;
}

/** The one option in bold letters in a list of three or more. */
function onlyBold(lines: OptionLine[]): number | undefined {
  const entries = lines.filter(({ option }) => option >= 0);
  const bold = entries.filter(({ text }) => /^[^\p{L}\p{N}]{0,8}\*\*[^*]{1,200}\*\*[\s.]*$/u.test(text));
  const named = new Set(entries.map(({ option }) => option));
  const plain = entries.every((entry) => bold.includes(entry) || !/\*\*|__/u.test(entry.text));
  return plain && bold.length === 1 && named.size === entries.length && named.size > 2
    ? bold[0]?.option
    : undefined;
}

/** The options that are ticked, where each line has a mark, or one of several lines has. */
function markedChoices(
  lines: OptionLine[],
  choices: NamedChoice[],
  options: ListOptions,
): Listed | undefined {
  const entries = lines.filter(({ option }) => option >= 0);
  if (entries.length < 2 || entries.some(({ conflict, mark }) => conflict || mark === "both")) {
    return undefined;
  }
  const places = (mark: string) =>
    new Set(entries.filter((entry) => entry.mark === mark).map(({ option }) => option));
  const [right, wrong] = [places("right"), places("wrong")];
  if (!right.isDisjointFrom(wrong)) return UNDECIDED;
  if (right.size + wrong.size < 2) {
    const one = right.size === 1 && new Set(entries.map(({ option }) => option)).size === entries.length;
    return one ? against(lines, [...right], choices, options) : undefined;
  }
  const boxed = entries.some((entry) => entry.boxed && entry.mark === "right");
  const chosen = meantBy(right, wrong, choices.length, { ...options, boxed });
  return against(lines, chosen, choices, options);
}

function meantBy(
  right: Set<number>,
  wrong: Set<number>,
  count: number,
  { several, question, boxed }: ListOptions & { boxed: boolean },
): number[] | undefined {
  if (boxed) return [...right];
  const negative = NEGATIVE.test(question);
  if (several) return negative || right.size === 0 ? undefined : [...right];
  // One cross among ticks is the answer where the question asks for what does not hold.
  const odd = wrong.size === 1 && right.size >= 2;
  if (negative) return odd ? [...wrong] : right.size === 1 && wrong.size >= 2 ? [...right] : undefined;
  if (odd) return undefined;
  const left = [...Array(count).keys()].filter((at) => !wrong.has(at));
  return right.size > 0 ? [...right] : left.length === 1 ? left : undefined;
}

/** What the list chooses, where the sentences before and after it do not choose otherwise. */
function against(
  lines: OptionLine[],
  chosen: number[] | undefined,
  choices: NamedChoice[],
  { several, question }: ListOptions,
): Listed {
  const [first, last] = [
    lines.findIndex(({ option }) => option >= 0),
    lines.findLastIndex(({ option }) => option >= 0),
  ];
  const rule = lines.some(({ option, drawn }) => option >= 0 && drawn) ? "ticked" : "label";
  const after = concluded(lines.slice(last + 1), choices);
  const said = after ?? concluded(lines.slice(0, first), choices);
  if (!said || (several && said.chosen.length === 0)) return chosen ? { chosen, rule } : UNDECIDED;
  const same = chosen !== undefined && new Set(chosen).symmetricDifference(new Set(said.chosen)).size === 0;
  // A conclusion after the list counts, and one before it where ticks may mark what is true.
  const counts = same || after !== undefined || (chosen === undefined || NEGATIVE.test(question));
  return counts && !said.conflict ? { chosen: said.chosen, rule } : UNDECIDED;
}

/** The last sentence of some lines that says what the answer is. */
function concluded(lines: OptionLine[], choices: NamedChoice[]): Clause | undefined {
  const text = lines.map((line) => line.text).join("\n");
  return readClauses(text, choices, { explicit: false })
    .filter(({ chosen, asserts, asks }) => chosen.length > 0 && asserts && !asks).at(-1);
}

interface Block {
  lead: OptionLine | undefined;
  entries: OptionLine[];
}

/** "The mammals are:" and a list of some of the options: those are chosen. */
function listOfChosen(lines: OptionLine[], choices: NamedChoice[], options: ListOptions): Listed | undefined {
  const blocks = blocksOf(lines);
  if (blocks.every(({ entries }) => entries.length < 2)) return undefined;
  const entries = blocks.flatMap((block) => block.entries);
  const named = entries.map(({ option }) => option);
  if (entries.some(({ option, conflict, denies }) => option < 0 || conflict || denies)) return undefined;
  if (new Set(named).size !== named.length) return undefined;
  const asked = NEGATIVE.test(options.question);
  const [meant, ...others] = blocks.filter((block) => isMeant(block, asked));
  if (!meant || others.length > 0 || meant.entries.length === choices.length) return UNDECIDED;
  if (blocks.some((block) => block !== meant && !asked && !isNegative(block))) return UNDECIDED;
  const chosen = meant.entries.map(({ option }) => option);
  const rest = lines.filter((line) => !entries.includes(line)).map(({ text }) => text).join("\n");
  return isDisputed(rest, chosen, choices) ? UNDECIDED : { chosen, rule: "named_together" };
}

/** The lists of a text, each with the line before it. */
function blocksOf(lines: OptionLine[]): Block[] {
  const blocks: Block[] = [];
  let before: OptionLine | undefined;
  let open = false;
  for (const line of lines) {
    // Remarks under an entry name no option of their own.
    const remark = open && line.option < 0 && /^\s{2,}/u.test(line.text) &&
      line.tokens.every(({ choice }) => choice < 0);
    if (remark) continue;
    if (line.listed) {
      if (open) blocks.at(-1)?.entries.push(line);
      else blocks.push({ lead: before, entries: [line] });
    }
    open = line.listed;
    before = line;
  }
  return joined(blocks).filter(({ lead, entries }) =>
    entries.some(({ option }) => option >= 0) || (lead !== undefined && lead.option >= 0)
  );
}

/** Headings with a paragraph under each are one list. */
function joined(blocks: Block[]): Block[] {
  return blocks.reduce<Block[]>((whole, block) => {
    const before = whole.at(-1);
    const { lead } = block;
    const goesOn = before && lead && !/[:：][\s*_]*$/u.test(lead.text) && !isNegative(block) &&
      lead.tokens.every(({ choice }) => choice < 0);
    if (goesOn) before.entries.push(...block.entries);
    else whole.push(block);
    return whole;
  }, []);
}

const OTHERS = wordSet(
  "other others rest remaining excluded rejected غيرها البقية الباقي الباقية مستبعدة المستبعدة",
);

function isNegative({ lead }: Block): boolean {
  return lead?.tokens.some(({ kind, text }) =>
    kind === "word" &&
    [NEGATORS, WRONG, EXCEPT, OTHERS].some((words) => hasWord(words, text))
  ) ?? false;
}

/** "Options to consider:", «لنستعرض الخيارات»: what follows is not chosen yet. */
const OPEN =
  /(?<!\p{L})(?:options|choices|candidates?|consider\p{L}*|possib\p{L}*|review\p{L}*|examin\p{L}*|go through|look at|notes?|analysis|explanations?|may|might|could|(?:ال)?خيارات|لن\p{L}{2,8}|محتمل\p{L}*|(?:ال)?ملاحظات|(?:ال)?شرح|(?:ال)?تحليل)(?!\p{L})/iu;
const APPLIES =
  /(?<!\p{L})(?:apply|applies|answers?|correct|right|الاجابات|الاجابة|الجواب|الصحيحة|الصحيحان|الصواب|ينطبق|تنطبق)(?!\p{L})/iu;

function isOpen({ lead }: Block): boolean {
  const words = lead?.tokens.map(({ text }) => text).join(" ") ?? "";
  return OPEN.test(words) && !APPLIES.test(words);
}

/** Whether the line before a list says that it holds what the question asks for. */
function isMeant(block: Block, asked: boolean): boolean {
  if (isOpen(block)) return false;
  if (!asked) return !isNegative(block);
  return isNegative(block) ||
    (block.lead?.tokens.some(({ text }) =>
      hasWord(RIGHT, text) || /^(?:answers|الاجابات|الصحيحة)$/u.test(text)
    ) ??
      false);
}

const ALSO = /(?<!\p{L})(?:also|too|as well|plus|[وف]?(?:ايضا|أيضا|أيضًا|كذلك|كما))(?!\p{L})/iu;

/** Whether the sentences around the list choose otherwise. */
function isDisputed(rest: string, chosen: number[], choices: NamedChoice[]): boolean {
  const listed = new Set(chosen);
  return readClauses(rest, choices, { explicit: false }).some((clause) => {
    if (clause.denied.some((at) => listed.has(at)) || clause.conflict) return true;
    const said = new Set(clause.chosen);
    if (clause.asserts && said.size > 0) return said.symmetricDifference(listed).size > 0;
    return clause.chosen.some((at) => !listed.has(at)) && (ALSO.test(rest) || clause.asserts);
  });
}
