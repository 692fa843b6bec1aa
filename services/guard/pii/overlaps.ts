import type { Finding } from "./scan.ts";

/** Keeps the longest checked finding where several overlap, in order of their beginning. */
export function withoutOverlaps(findings: Finding[]): Finding[] {
  const ordered = inOrder(findings);
  if (ordered.every((finding, i) => finding.end <= (ordered[i + 1]?.start ?? Infinity))) return ordered;
  const ranked = [...findings].sort((a, b) =>
    Number(b.checked) - Number(a.checked) || length(b) - length(a) || b.confidence - a.confidence ||
    a.start - b.start
  );
  const kept: Finding[] = [];
  // Starts of the kept findings, sorted, to find neighbours by binary search.
  for (const finding of ranked) {
    const at = insertionIndex(kept, finding.start);
    const [before, after] = [kept[at - 1], kept[at]];
    if ((before && before.end > finding.start) || (after && after.start < finding.end)) continue;
    kept.splice(at, 0, finding);
  }
  return kept;
}

/** By their beginning; to sort two takes longer than to find them. */
function inOrder(findings: Finding[]): Finding[] {
  const isSorted = findings.every(({ start }, i) => start <= (findings[i + 1]?.start ?? Infinity));
  return isSorted ? findings : findings.toSorted((a, b) => a.start - b.start);
}

const length = (finding: Finding) => finding.end - finding.start;

function insertionIndex(kept: Finding[], start: number): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
