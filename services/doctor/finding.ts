/** The finding of an examination about one subject. */
export interface Finding {
  what: string;
  /** `note`: it works, and there is something to know. */
  state: "ok" | "note" | "fault";
  says: string;
  /** The remedy. */
  todo?: string;
}

export const ok = (what: string, says: string): Finding => ({ what, state: "ok", says });
export const note = (what: string, says: string, todo?: string): Finding => ({
  what,
  state: "note",
  says,
  todo,
});
export const fault = (what: string, says: string, todo: string): Finding => ({
  what,
  state: "fault",
  says,
  todo,
});

/** Words of an error, on one line. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}

const WIDTH = 12;
const SIGNS = { ok: "ok   ", note: "note ", fault: "FAULT" };

/** The findings as lines for people. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ what, state, says, todo }) => [
    `${SIGNS[state]} ${what.padEnd(WIDTH)} ${says}`,
    ...todo === undefined ? [] : [`${" ".repeat(SIGNS.ok.length + 1)}${"".padEnd(WIDTH)} → ${todo}`],
  ]);
  const faults = findings.filter(({ state }) => state === "fault").length;
  const verdict = faults === 0 ? "No fault." : faults === 1 ? "1 fault." : `${faults} faults.`;
  return [...lines, "", verdict, ""].join("\n");
}
