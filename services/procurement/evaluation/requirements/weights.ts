import { z } from "zod";

const Least = z.object({ met: z.number(), not_met: z.number() });
const Sure = z.object({ plain: z.number(), rule: z.number(), kind: z.number(), weights: z.number() });

/**
 * The weights of the traits, as `labelled/fit.ts` writes them: the log-odds of `met` and `not_met` against
 * neither.
 */
export const Weights = z.object({
  /** Function words, which the n-grams keep. */
  small: z.array(z.string()).transform((words) => new Set(words)),
  /** The minimum likelihood of a suggestion. */
  least: Least,
  /** The minimum likelihood of a finding, by reader. */
  sure: z.object({ met: Sure, not_met: Sure }),
  base: z.tuple([z.number(), z.number()]),
  weights: z.record(z.string(), z.tuple([z.number(), z.number()])).transform((all) =>
    new Map(Object.entries(all))
  ),
});
export type Weights = z.output<typeof Weights>;
