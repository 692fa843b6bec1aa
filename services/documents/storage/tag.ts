import { textOf } from "lib/text.ts";

export const MOST_TAGS = 50;

/** A word that people put on documents; the same word is the same tag, however its letters are encoded. */
export const Tag = textOf({ min: 1, max: 60 }).transform((tag) =>
  tag.normalize("NFC").replace(/\s+/gu, " ").trim()
)
  .meta({ description: "A tag", example: "عقود" });
