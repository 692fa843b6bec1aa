/** Names in `.env` that no service reads, but that are nearly a setting's name. */
import { parseEnv } from "node:util";
import { PLATFORM } from "../all.ts";
import { type Finding, note } from "./finding.ts";

/** Each misspelt name of the file, with the setting that was meant. */
export async function checkSpelling(path = ".env"): Promise<Finding[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const settings = new Set(PLATFORM.flatMap(({ env }) => Object.keys(env.shape)));
  return Object.keys(parseEnv(text)).flatMap((name) => {
    const meant = meantBy(name, settings);
    if (meant === undefined) return [];
    const says = `${name} in ${path} is no setting, so it has no effect`;
    return [note("settings", says, `write ${meant}, if that is meant`)];
  });
}

// Of short names too many are alike.
const SHORTEST = 6;
const MOST_FAULTS = 2;

/** The setting whose name differs from `name` by a letter or two; undefined for a setting, and for other names. */
export function meantBy(name: string, settings: ReadonlySet<string>): string | undefined {
  const own = name.replace(/_FILE$/, "");
  if (settings.has(name) || settings.has(own) || name.length < SHORTEST) return undefined;
  const near = [...settings].map((setting) => ({ setting, faults: distance(name, setting) }))
    .filter(({ faults }) => faults <= MOST_FAULTS)
    .toSorted((a, b) => a.faults - b.faults);
  return near[0]?.setting;
}

/** How many letters must be added, removed, changed, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      ));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
