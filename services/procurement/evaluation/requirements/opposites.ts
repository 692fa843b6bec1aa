/** Antonyms of requested properties. */
import type { Statement } from "./statement.ts";
import type { Wanted } from "./wanted.ts";

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

/** Whether a sentence states the opposite of the requirement. */
export function oppositeOf({ normal }: Wanted, statement: Statement): boolean {
  return OPPOSITES.some(([wanted, said]) => wanted.test(normal) && said.test(statement.normal));
}
