/** A text with the places that a check found. */
import type { ComponentChildren } from "preact";

export interface MarkedRange {
  label: string;
  start: number;
  end: number;
}

/** The guard counts characters, not UTF-16 units. */
export function Marked({ text, places }: { text: string; places: readonly MarkedRange[] }) {
  const characters = [...text];
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { label, start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(characters.slice(at, start).join(""));
    parts.push(<mark key={start} title={label}>{characters.slice(start, end).join("")}</mark>);
    at = end;
  }
  parts.push(characters.slice(at).join(""));
  return <>{parts}</>;
}
