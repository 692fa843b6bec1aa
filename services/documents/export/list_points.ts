/** Detects list items: lines with a bullet, or with numbers that are consecutive with a neighbour's. */
import type { Line } from "../reading/layout/page.ts";
import { asciiDigits } from "../understanding/values/digits.ts";

const BULLET = /^[•◦▪●○■‣·∙–*-]\s+(?=\S)/;
const NUMBERED = /^\(?(\d{1,2})[.)-]\s+(?=\p{L})/u;

/** The marker of each line that is a list item. */
export function pointsOf(lines: Line[]): Map<Line, string> {
  const points = new Map<Line, string>();
  const numbered = lines.flatMap((line) => {
    const number = NUMBERED.exec(asciiDigits(line.text))?.[1];
    return number === undefined ? [] : [{ line, number: Number(number) }];
  });
  for (const line of lines) if (BULLET.test(line.text)) points.set(line, "•");
  for (const [i, { line, number }] of numbered.entries()) {
    const follows = numbered[i - 1]?.number === number - 1 || numbered[i + 1]?.number === number + 1;
    if (follows) points.set(line, `${number}.`);
  }
  return points;
}

/** The text of a list item without its marker. */
export function withoutMarker(text: string): string {
  const marked = BULLET.exec(text) ?? NUMBERED.exec(asciiDigits(text));
  return marked ? text.slice(marked[0].length) : text;
}
