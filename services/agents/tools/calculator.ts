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
  shown,
  squareRoot,
  subtract,
  toNumber,
  toText,
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
  const parser = parserOf(tokens(asciiExpression(expression)));
  return toText(shown(parser.whole()));
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
  const found: Token[] = [];
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
    found.push({ kind, text: number ?? name ?? sign ?? "", at });
  }
  return found;
}

/** Recursive descent: sum > product > unary > power > postfix > atom. */
function parserOf(found: Token[]) {
  let next = 0;
  let depth = 0;
  const peek = () => found[next];
  const take = (...signs: string[]): string | undefined => {
    const token = peek();
    if (token?.kind !== "sign" || !signs.includes(token.text)) return undefined;
    next++;
    return token.text;
  };
  const fault = (wanted: string): SyntaxFault => {
    const token = peek();
    return new SyntaxFault(
      token
        ? `Expected ${wanted} but found “${token.text}” at position ${token.at + 1}`
        : `Expected ${wanted} at the end`,
    );
  };
  const close = () => {
    if (!take(")")) throw fault("“)”");
  };

  function sum(): Decimal {
    if (++depth > MAX_DEPTH) throw new SyntaxFault(`Nested deeper than ${MAX_DEPTH} levels`);
    let value = product();
    for (let sign = take("+", "-"); sign; sign = take("+", "-")) {
      value = sign === "+" ? add(value, product()) : subtract(value, product());
    }
    depth--;
    return value;
  }

  function product(): Decimal {
    let value = unary();
    for (let sign = take("*", "/"); sign; sign = take("*", "/")) {
      value = sign === "*" ? multiply(value, unary()) : divide(value, unary());
    }
    return value;
  }

  function unary(): Decimal {
    if (++depth > MAX_DEPTH) throw new SyntaxFault(`Nested deeper than ${MAX_DEPTH} levels`);
    const sign = take("-", "+");
    const value = sign === undefined ? raised() : sign === "-" ? negate(unary()) : unary();
    depth--;
    return value;
  }

  // -2^2 is -4, and 2^3^2 is 2^9.
  function raised(): Decimal {
    const base = postfix();
    return take("^") ? power(base, unary()) : base;
  }

  function postfix(): Decimal {
    let value = atom();
    for (;;) {
      if (take("!")) value = factorial(value);
      else if (peek()?.text === "%" && !startsOperand(found[next + 1])) {
        next++;
        value = divide(value, HUNDRED);
      } else if (take("%")) value = remainder(value, unary());
      else return value;
    }
  }

  function atom(): Decimal {
    const token = peek();
    if (token?.kind === "number") {
      next++;
      return decimal(token.text);
    }
    if (token?.kind === "name") {
      next++;
      return named(token.text.toLowerCase());
    }
    if (!take("(")) throw fault("a number");
    const value = sum();
    close();
    return value;
  }

  function named(name: string): Decimal {
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant) return constant;
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!known) throw new SyntaxFault(`Unknown name “${name}”; known: ${knownNames()}`);
    if (name === "sqrt" && peek()?.text !== "(") return squareRoot(atom());
    if (!take("(")) throw fault(`“(” after ${name}`);
    const values = [sum()];
    while (take(",")) values.push(sum());
    close();
    if (values.length < known.least || values.length > known.most) {
      throw new SyntaxFault(`${name} takes ${known.least} to ${known.most} values, not ${values.length}`);
    }
    return known.apply(values);
  }

  return {
    whole(): Decimal {
      const value = sum();
      if (peek()) throw fault("an operator");
      return value;
    },
  };
}

function startsOperand(token: Token | undefined): boolean {
  return token !== undefined && (token.kind !== "sign" || token.text === "(");
}

function factorial(value: Decimal): Decimal {
  const n = toNumber(value);
  if (!Number.isInteger(n) || n < 0 || n > 1_000) {
    throw new ArithmeticFault("A factorial takes a whole number from 0 to 1000");
  }
  let product = ONE;
  for (let i = 2; i <= n; i++) product = multiply(product, decimal(String(i)));
  return product;
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
