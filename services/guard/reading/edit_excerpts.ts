/** Excerpts of a text around replaced parts. */
import type { Edit } from "lib/streams/held_channel.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Characters kept around a replaced part, where its label may stand. */
const AROUND = 100;

/** The surroundings of all replaced parts, with the replacements; undefined when there are none. */
export function joinedIn(source: MappedText, edits: readonly Edit[]): MappedText | undefined {
  if (edits.length === 0) return undefined;
  const { text } = source;
  const all = edits.toSorted((a, b) => a.start - b.start);
  const writer = mappedWriter(source);
  let at: number | undefined;
  for (const { start, end, text: together } of all) {
    if (at !== undefined && start < at) continue;
    const from = Math.max(at ?? 0, start - AROUND);
    if (at !== undefined && from > at + AROUND) {
      writer.add(text.slice(at, at + AROUND), at, at + AROUND);
      writer.add("\n", at + AROUND, from);
      writer.add(text.slice(from, start), from, start);
    } else writer.add(text.slice(at ?? from, start), at ?? from, start);
    writer.add(together, start, end);
    at = end;
  }
  const end = Math.min(text.length, (at ?? 0) + AROUND);
  writer.add(text.slice(at, end), at ?? 0, end);
  return writer.done();
}
