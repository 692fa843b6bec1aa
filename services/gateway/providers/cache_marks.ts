import { z } from "zod";

/** Rule of an alias: which parts of a prompt get cache marks; `true` means all. */
export const CacheMarks = z.preprocess(
  (marks) => marks === true ? {} : marks,
  z.strictObject({
    on: z.array(z.enum(["tools", "system", "messages"])).min(1).default(["tools", "system", "messages"]),
    /** Minimum prompt before a mark, since providers do not cache shorter prefixes. */
    least_characters: z.int().min(0).max(10_000_000).default(4_000),
  }),
);
export type CacheMarks = z.output<typeof CacheMarks>;
