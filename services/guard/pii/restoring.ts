/** Restores values in a complete or arriving text, combined with the policies' replacements. */
import type { Edit } from "lib/streams/held_channel.ts";
import type { Restorer } from "./redact.ts";

/** The part of a text that may be released, and the replacements in it. */
export interface Leaving {
  release: number;
  edits: Edit[];
}

/** A split marker is held back; restored values are the caller's own and not replaced again. */
export function withRestored(
  restorer: Restorer | undefined,
  { text, released = 0, open = false, json = false }: {
    text: string;
    released?: number;
    open?: boolean;
    json?: boolean;
  },
  { release, edits }: Leaving,
): Leaving {
  if (!restorer) return { release, edits };
  const all = restorer.edits(text);
  let end = open ? Math.max(released, release - restorer.openEnd(text.slice(0, release))) : release;
  end = all.find((edit) => edit.start < end && edit.end > end)?.start ?? end;
  end = edits.find((edit) => edit.start < end && edit.end > end)?.start ?? end;
  const back = all.filter((edit) => edit.end <= end).map((edit) =>
    json ? { ...edit, text: JSON.stringify(edit.text).slice(1, -1) } : edit
  );
  const own = edits.filter((edit) => edit.end <= end && !back.some(meets(edit)));
  return { release: Math.max(released, end), edits: [...back, ...own].sort((a, b) => a.start - b.start) };
}

const meets = (edit: Pick<Edit, "start" | "end">) => (other: Edit) =>
  edit.start < other.end && other.start < edit.end;
