import { z } from "zod";

/** Where the gateway marks a prompt for a provider's cache, as a rule of an alias; `true`: everywhere. */
export const CacheMarks = z.preprocess(
  (marks) => marks === true ? {} : marks,
  z.strictObject({
    on: z.array(z.enum(["tools", "system", "messages"])).min(1).default(["tools", "system", "messages"]),
    /** A prompt is marked where at least this much of it stands before the mark: providers cache no less. */
    least_characters: z.int().min(0).max(10_000_000).default(4_000),
  }),
);
export type CacheMarks = z.output<typeof CacheMarks>;
