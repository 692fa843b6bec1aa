/** Points of lists: lines that begin with a bullet, or with a number that a neighbour's follows. */
import type { Line } from "../reading/layout/page.ts";
import { asciiDigits } from "../understanding/values/digits.ts";

const BULLET = /^[•◦▪●○■‣·∙–*-]\s+(?=\S)/;
const NUMBERED = /^\(?(\d{1,2})[.)-]\s+(?=\p{L})/u;

/** The markers of those lines that are points. */
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

/** A point's text without its marker. */
export function withoutMarker(text: string): string {
  const marked = BULLET.exec(text) ?? NUMBERED.exec(asciiDigits(text));
  return marked ? text.slice(marked[0].length) : text;
}
