/** Arithmetic on decimals by a small parser of its own: nothing is ever evaluated as code. */
import {
  add,
  ArithmeticFault,
  type Decimal,
  decimal,
  divide,
  multiply,
  negate,
  power,
  remainder,
  squareRoot,
  subtract,
  toNumber,
  toText,
  withoutRoundingErrors,
} from "./decimal.ts";
import { CONSTANTS, FUNCTIONS } from "./functions.ts";
import { defineTool, ToolFailure } from "./tool.ts";
import { z } from "zod";

/** The expression cannot be read; the message says where. */
export class SyntaxFault extends Error {
  override name = "SyntaxFault";
}

type Token = { kind: "number" | "name" | "sign"; text: string; at: number };

const ONE = decimal("1");
const HUNDRED = decimal("100");
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 100;

/** The value of an arithmetic expression, in plain decimal notation. */
export function calculate(expression: string): string {
  if (expression.length > MAX_LENGTH) {
    throw new SyntaxFault(`The expression is longer than ${MAX_LENGTH} characters`);
  }
  const value = whole({ tokens: tokens(asciiExpression(expression)), next: 0, depth: 0 });
  return toText(withoutRoundingErrors(value));
}

/** Arabic-Indic digits and separators, and the signs people type, as ASCII. */
function asciiExpression(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll("٫", ".").replaceAll("٬", "").replaceAll("٪", "%").replaceAll("،", ",")
    .replace(/[×·∙]/g, "*").replaceAll("÷", "/").replace(/[−–]/g, "-").replaceAll("**", "^")
    .replaceAll("√", " sqrt ").replaceAll("π", " pi ");
}

function tokens(text: string): Token[] {
  const list: Token[] = [];
  const pattern =
    /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]\w*)|([-+*/^%!(),]))/y;
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      throw new SyntaxFault(`Cannot read “${text.slice(at, at + 10).trim()}” at position ${at + 1}`);
    }
    const [, number, name, sign] = match;
    const kind = number !== undefined ? "number" : name !== undefined ? "name" : "sign";
    list.push({ kind, text: number ?? name ?? sign ?? "", at });
  }
  return list;
}

/** The place reached in an expression. */
interface Cursor {
  tokens: Token[];
  next: number;
  depth: number;
}

/** Recursive descent: sum > product > unary > power > postfix > atom. */
function whole(cursor: Cursor): Decimal {
  const value = sum(cursor);
  if (peek(cursor)) throw fault(cursor, "an operator");
  return value;
}

function peek({ tokens, next }: Cursor): Token | undefined {
  return tokens[next];
}

function take(cursor: Cursor, ...signs: string[]): string | undefined {
  const token = peek(cursor);
  if (token?.kind !== "sign" || !signs.includes(token.text)) return undefined;
  cursor.next++;
  return token.text;
}

function fault(cursor: Cursor, expected: string): SyntaxFault {
  const token = peek(cursor);
  return new SyntaxFault(
    token
      ? `Expected ${expected} but found “${token.text}” at position ${token.at + 1}`
      : `Expected ${expected} at the end`,
  );
}

function close(cursor: Cursor): void {
  if (!take(cursor, ")")) throw fault(cursor, "“)”");
}

function deeper(cursor: Cursor): void {
  if (++cursor.depth > MAX_DEPTH) throw new SyntaxFault(`Nested deeper than ${MAX_DEPTH} levels`);
}

function sum(cursor: Cursor): Decimal {
  deeper(cursor);
  let value = product(cursor);
  for (let sign = take(cursor, "+", "-"); sign; sign = take(cursor, "+", "-")) {
    value = sign === "+" ? add(value, product(cursor)) : subtract(value, product(cursor));
  }
  cursor.depth--;
  return value;
}

function product(cursor: Cursor): Decimal {
  let value = unary(cursor);
  for (let sign = take(cursor, "*", "/"); sign; sign = take(cursor, "*", "/")) {
    value = sign === "*" ? multiply(value, unary(cursor)) : divide(value, unary(cursor));
  }
  return value;
}

function unary(cursor: Cursor): Decimal {
  deeper(cursor);
  const sign = take(cursor, "-", "+");
  const value = sign === undefined ? raised(cursor) : sign === "-" ? negate(unary(cursor)) : unary(cursor);
  cursor.depth--;
  return value;
}

// -2^2 is -4, and 2^3^2 is 2^9.
function raised(cursor: Cursor): Decimal {
  const base = postfix(cursor);
  return take(cursor, "^") ? power(base, unary(cursor)) : base;
}

function postfix(cursor: Cursor): Decimal {
  let value = atom(cursor);
  for (;;) {
    if (take(cursor, "!")) value = factorial(value);
    else if (peek(cursor)?.text === "%" && !startsOperand(cursor.tokens[cursor.next + 1])) {
      cursor.next++;
      value = divide(value, HUNDRED);
    } else if (take(cursor, "%")) value = remainder(value, unary(cursor));
    else return value;
  }
}

function atom(cursor: Cursor): Decimal {
  const token = peek(cursor);
  if (token?.kind === "number") {
    cursor.next++;
    return decimal(token.text);
  }
  if (token?.kind === "name") {
    cursor.next++;
    return named(cursor, token.text.toLowerCase());
  }
  if (!take(cursor, "(")) throw fault(cursor, "a number");
  const value = sum(cursor);
  close(cursor);
  return value;
}

function named(cursor: Cursor, name: string): Decimal {
  const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
  if (constant) return constant;
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!known) throw new SyntaxFault(`Unknown name “${name}”; known: ${knownNames()}`);
  if (name === "sqrt" && peek(cursor)?.text !== "(") return squareRoot(atom(cursor));
  if (!take(cursor, "(")) throw fault(cursor, `“(” after ${name}`);
  const values = [sum(cursor)];
  while (take(cursor, ",")) values.push(sum(cursor));
  close(cursor);
  if (values.length < known.least || values.length > known.most) {
    throw new SyntaxFault(`${name} takes ${known.least} to ${known.most} values, not ${values.length}`);
  }
  return known.apply(values);
}

function startsOperand(token: Token | undefined): boolean {
  return token !== undefined && (token.kind !== "sign" || token.text === "(");
}

/** Those computed so far, by number: an expression may ask for hundreds. */
const factorials: Decimal[] = [ONE];

function factorial(value: Decimal): Decimal {
  const n = toNumber(value);
  if (!Number.isInteger(n) || n < 0 || n > 1_000) {
    throw new ArithmeticFault("A factorial takes a whole number from 0 to 1000");
  }
  for (let i = factorials.length; i <= n; i++) {
    factorials.push(multiply(factorials[i - 1] ?? ONE, decimal(String(i))));
  }
  return factorials[n] ?? ONE;
}

function knownNames(): string {
  return [...Object.keys(FUNCTIONS), ...Object.keys(CONSTANTS)].join(", ");
}

export const calculator = defineTool({
  name: "calculator",
  pure: true,
  description:
    "Evaluates an arithmetic expression exactly, on decimal numbers: + - * / ^ %, parentheses, 15% for percent, " +
    "5!, and sqrt abs round(x, places) floor ceil min max sum avg mod pow ln log10 log2 exp sin cos tan. " +
    "Arabic-Indic digits are understood.",
  input: z.object({
    expression: z.string().min(1).max(MAX_LENGTH).meta({ description: "such as (1250 * 15%) + 3.75" }),
  }),
  run({ expression }) {
    try {
      return { expression, result: calculate(expression) };
    } catch (error) {
      if (error instanceof SyntaxFault || error instanceof ArithmeticFault) {
        throw new ToolFailure(error.message);
      }
      throw error;
    }
  },
});
