import type { Extraction } from "../results/extraction.ts";
import type { Issue } from "../results/validation.ts";

/** A warning for each correction of a cell whose row does not exist after reprocessing. */
export function unplacedIssues(unplaced: NonNullable<Extraction["unplaced_corrections"]>): Issue[] {
  return unplaced.map(({ value }) => ({
    field: "tables",
    issue: `The correction "${
      shortened(value)
    }" of a cell has no place: the new reading does not have its row`,
    severity: "warning",
  }));
}

const LONGEST = 80;

function shortened(value: string): string {
  return [...value.replace(/\s+/g, " ")].slice(0, LONGEST).join("");
}
