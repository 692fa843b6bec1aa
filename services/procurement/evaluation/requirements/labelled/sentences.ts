/** A labelled pair; `listed`: the text is an item of a list of qualifications. */
export interface Labelled {
  label: string;
  language: string;
  kind: string;
  requirement: string;
  text: string;
  listed: boolean;
}

const ITEM = "[list] ";

/** The labelled pairs of a table. */
export function labelledIn(table: string): Labelled[] {
  return table.trim().split("\n").slice(1).map((line) => {
    const [label = "", language = "", kind = "", requirement = "", text = ""] = line.split("\t");
    const listed = text.startsWith(ITEM);
    return { label, language, kind, requirement, text: listed ? text.slice(ITEM.length) : text, listed };
  });
}

/** The day on which the labels compare dates. */
export const AS_OF = "2026-11-30";
