/** An IBAN that goes on in the next line of its column: "QA80 EJNN 3149 9304 5134" above "7194 0461 2". */
import { heightOf } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import { asciiDigits } from "../values/digits.ts";
import { ibanIn } from "../values/identifiers.ts";

const START = /(?<![A-Z0-9])[A-Z]{2}\d{2}[ -]?[A-Z0-9][A-Z0-9 -]{3,32}$/;
const REST = /^[A-Z0-9]{1,24}(?: [A-Z0-9]{1,4}){0,6}$/;
/** The cells after it that may hold its rest: those of its row and of the next. */
const NEAR = 8;

/** The IBAN of a cell and the one close below it, if its check digits confirm it. */
export function wrappedIban(cells: TextLine[], at: number): string | undefined {
  const cell = cells[at];
  const [start] = cell ? START.exec(asciiDigits(cell.text).slice(-80)) ?? [] : [];
  if (!cell || start === undefined) return undefined;
  const below = cells.slice(at + 1, at + 1 + NEAR).find((one) => isUnder(one, cell));
  const rest = below && asciiDigits(below.text).trim();
  return rest !== undefined && REST.test(rest) ? ibanIn(`${start.trim()} ${rest}`)?.value : undefined;
}

function isUnder({ box: below, page }: TextLine, { box: above, page: other }: TextLine): boolean {
  const height = heightOf(above);
  const near = height * 0.6;
  const middles = (below.left + below.right - above.left - above.right) / 2;
  return page === other && below.top > above.top + height / 2 && below.top - above.bottom < height &&
    [below.left - above.left, below.right - above.right, middles].some((apart) => Math.abs(apart) < near);
}
