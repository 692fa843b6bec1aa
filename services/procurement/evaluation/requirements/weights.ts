import { z } from "zod";

const Least = z.object({ met: z.number(), not_met: z.number() });
const Sure = z.object({ plain: z.number(), rule: z.number(), kind: z.number(), weights: z.number() });

/** Weights of traits, as `labelled/fit.ts` writes them: of each the log-odds of `met` and `not_met` against neither. */
export const Weights = z.object({
  /** Words that are kept as they are. */
  small: z.array(z.string()).transform((words) => new Set(words)),
  /** How likely a verdict must be to be told at all. */
  least: Least,
  /** How likely a verdict must be to be a finding, by who read it; below that it is a suggestion. */
  sure: z.object({ met: Sure, not_met: Sure }),
  base: z.tuple([z.number(), z.number()]),
  weights: z.record(z.string(), z.tuple([z.number(), z.number()])).transform((all) =>
    new Map(Object.entries(all))
  ),
});
export type Weights = z.output<typeof Weights>;
