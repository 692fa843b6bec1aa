/** A finding of the doctor about one subject. */
export interface Finding {
  what: string;
  /** `note`: it works, with a remark. */
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

/** An error's message on one line. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}

const WIDTH = 12;
const SIGNS = { ok: "ok   ", note: "note ", fault: "FAULT" };

/** The findings as text. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ what, state, says, todo }) => [
    `${SIGNS[state]} ${what.padEnd(WIDTH)} ${says}`,
    ...todo === undefined ? [] : [`${" ".repeat(SIGNS.ok.length + 1)}${"".padEnd(WIDTH)} → ${todo}`],
  ]);
  const faults = findings.filter(({ state }) => state === "fault").length;
  const verdict = faults === 0 ? "No fault." : faults === 1 ? "1 fault." : `${faults} faults.`;
  return [...lines, "", verdict, ""].join("\n");
}
