import { textOf } from "lib/text.ts";

export const MOST_TAGS = 50;

/** A tag. Normalised, so that one word in different Unicode encodings is one tag. */
export const Tag = textOf({ min: 1, max: 60 }).transform((tag) =>
  tag.normalize("NFC").replace(/\s+/gu, " ").trim()
)
  .meta({ description: "A tag", example: "عقود" });
