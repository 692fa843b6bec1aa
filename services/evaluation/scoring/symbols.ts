const WORD = /[\p{L}\p{N}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
const DASHES = /^[-‐‑‒–—―﹣－]$/u;
const BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
// A bracket is looked for no further than this, so that a long text of brackets costs no more than its length.
const MOST_BRACKETED = 100;

/**
 * The part of a punctuation mark's meaning that stays: a sign, a decimal point, an operator, the brackets of a call. A
 * blank where the mark parts two words, nothing where it is prose.
 */
export function meaningfulPart(mark: string, at: number, text: string): string {
  const [before, after] = [text[at - 1] ?? "", text[at + 1] ?? ""];
  if (DASHES.test(mark)) return dash(mark, at, text) ? "-" : "";
  if (/^[,;،؛]$/u.test(mark) && parts(at, text)) return " ";
  return MARKS[mark]?.(before, after, at, text) ? mark : "";
}

/** A comma or semicolon without a space: between letters, or between numbers unless thousands follow it. */
function parts(at: number, text: string): boolean {
  const [before, after] = [text[at - 1] ?? "", text[at + 1] ?? ""];
  if (text[at] === ";" || LETTER.test(before)) return WORD.test(before) && WORD.test(after);
  return DIGIT.test(before) && DIGIT.test(after) && !/^\d{3}(?!\d)/u.test(text.slice(at + 1, at + 5));
}

type Rule = (before: string, after: string, at: number, text: string) => boolean;

const always: Rule = () => true;
const betweenDigits: Rule = (before, after) => DIGIT.test(before) && DIGIT.test(after);
const opening: Rule = (before, _after, at, text) =>
  /[\p{L}\p{N})\]]/u.test(before) && closes(text, at) && text.slice(at, at + 3).toLowerCase() !== "(s)";

const MARKS: Record<string, Rule> = {
  "<": always,
  ">": always,
  "=": always,
  "|": always,
  "~": always,
  "^": always,
  "%": always,
  "&": always,
  // "+5" is 5; "C++" and "a + b" are not C and ab.
  "+": (before, after) => !(DIGIT.test(after) && (before === "" || /\s/u.test(before))),
  "#": (before) => LETTER.test(before),
  "*": (before, after, at, text) =>
    after === "*" || before === "*" ? power(at, text) : operand(before, after, at, text),
  "/": operand,
  ".": (before, after, at, text) =>
    betweenDigits(before, after, at, text) ||
    (/[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      /^[\p{L}\p{N}]{2}/u.test(text.slice(at + 1, at + 3))) ||
    // .NET, .gitignore
    ((before === "" || /\s/u.test(before)) && LETTER.test(after)),
  ":": betweenDigits,
  "_": (before, after) => WORD.test(before) && WORD.test(after),
  "\\": (before, after) => WORD.test(before) && WORD.test(after),
  "$": (before, after) => LETTER.test(after) && !WORD.test(before),
  "·": (before, after) => WORD.test(before) && WORD.test(after),
  "@": (before, after) => WORD.test(before) && WORD.test(after),
  "!": (before, after) => after === "=" || (LETTER.test(after) && !WORD.test(before)),
  "(": opening,
  "[": opening,
  "{": opening,
  ")": closing,
  "]": closing,
  "}": closing,
};

/** A minus sign, a range or difference of numbers, `i--`; not the hyphen of well-known or the dash of a sentence. */
function dash(mark: string, at: number, text: string): boolean {
  const [before, after] = [text[at - 1] ?? "", text[at + 1] ?? ""];
  if (DIGIT.test(before) && DIGIT.test(after)) return true;
  if (mark !== "-") return DIGIT.test(after) && (before === "" || /[\s(]/u.test(before));
  if (before === "-" || after === "-") {
    const outer = before === "-" ? text[at - 2] ?? "" : before;
    return WORD.test(outer) || WORD.test(before === "-" ? after : text[at + 2] ?? "");
  }
  if (/\de$/u.test(text.slice(Math.max(0, at - 2), at)) && DIGIT.test(after)) return true;
  if (WORD.test(before)) {
    return DIGIT.test(before) && !WORD.test(after) && /^\s*\d/u.test(text.slice(at + 1, at + 4));
  }
  if (DIGIT.test(after) || /^\.\d/u.test(text.slice(at + 1, at + 3))) return true;
  if (LETTER.test(after)) return !WORD.test(text[at + 2] ?? "");
  return /\s/u.test(before) && /\s/u.test(after) && single(text, at);
}

/** `x - y`: both sides are one character, so the dash is a minus. */
function single(text: string, at: number): boolean {
  const left = text.slice(Math.max(0, at - 3), at).trimEnd();
  const right = text.slice(at + 1, at + 4).trimStart();
  return /(?:^|[^\p{L}\p{N}])[\p{L}\p{N}]$/u.test(left) && /^[\p{L}\p{N}](?![\p{L}\p{N}])/u.test(right);
}

/** An operator has something on both sides, and the same spacing: `a * b`, `1/2`, but not `*emphasis*`. */
function operand(before: string, after: string, at: number, text: string): boolean {
  if (/[\p{L}\p{N})\]]/u.test(before) && /[\p{L}\p{N}([]/u.test(after)) return true;
  if (!/\s/u.test(before) || !/\s/u.test(after)) return false;
  return /[\p{L}\p{N})\]]/u.test(text[at - 2] ?? "") && /[\p{L}\p{N}([]/u.test(text[at + 2] ?? "");
}

function power(at: number, text: string): boolean {
  const start = text[at - 1] === "*" ? at - 1 : at;
  if (text[start - 1] === "*" || text[start + 2] === "*") return false;
  const [left, right] = [text[start - 1] ?? "", text[start + 2] ?? ""];
  return (/[\p{L}\p{N})\]]/u.test(left) && /[\p{L}\p{N}([]/u.test(right)) || spacedPower(start, text);
}

function spacedPower(start: number, text: string): boolean {
  return /[\p{L}\p{N})\]] $/u.test(text.slice(Math.max(0, start - 2), start)) &&
    /^ [\p{L}\p{N}([]/u.test(text.slice(start + 2, start + 4));
}

function closes(text: string, at: number): boolean {
  const open = text[at];
  let depth = 0;
  for (let here = at; here < Math.min(text.length, at + MOST_BRACKETED); here++) {
    if (text[here] === open) depth++;
    else if (BRACKETS[text[here] ?? ""] === open && --depth === 0) return true;
  }
  return false;
}

/** A closing bracket stays where its opening one does. */
function closing(_before: string, _after: string, at: number, text: string): boolean {
  const open = BRACKETS[text[at] ?? ""];
  let depth = 0;
  for (let here = at; here >= Math.max(0, at - MOST_BRACKETED); here--) {
    if (text[here] === text[at]) depth++;
    else if (text[here] === open && --depth === 0) {
      return opening(text[here - 1] ?? "", "", here, text);
    }
  }
  return false;
}
