import { fold } from "lib/fold.ts";

/** Length in words of a run that two texts do not share by chance. */
const RUN = 5;
/** Share of a proposal, or of the tender, from which repetition is flagged. */
const COPIED = 0.5;
/** Shorter texts are not compared: an honest answer repeats the question's terms. */
const FEWEST_RUNS = 8;

/** Proposals that repeat the tender's words, each with the larger share: of the proposal or of the tender. */
export function copiedTexts(tender: string[], proposals: string[]): { index: number; share: number }[] {
  const asked = new Set(tender.flatMap(runsOf));
  if (asked.size < FEWEST_RUNS) return [];
  return proposals.flatMap((proposal, index) => {
    const runs = new Set(runsOf(proposal));
    if (runs.size < FEWEST_RUNS) return [];
    let common = 0;
    for (const run of runs) if (asked.has(run)) common++;
    const share = Math.max(common / runs.size, common / asked.size);
    return share >= COPIED ? [{ index, share }] : [];
  });
}

/** All five-word runs of a text. */
function runsOf(text: string): string[] {
  const words = fold(text.slice(0, 50_000)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(RUN - 1).map((_word, index) => words.slice(index, index + RUN).join(" "));
}
