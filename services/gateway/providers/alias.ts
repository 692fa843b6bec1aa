import { z } from "zod";
import { CacheMarks } from "./cache_marks.ts";

/** How an alias chooses among its models. */
export const CHOICES = ["order", "weight", "latency", "in_flight", "cost"] as const;
export type Choice = typeof CHOICES[number];

const ModelName = z.string().min(1).max(300);

const Step = z.preprocess(
  (step) => typeof step === "string" ? { model: step } : step,
  z.strictObject({ model: ModelName, weight: z.int().min(1).max(1000).optional() }),
);

/** An alias of the configuration file: one model, a list of models, or a full definition. */
export const Alias = z.preprocess(
  (alias) =>
    typeof alias === "string" ? { models: [alias] } : Array.isArray(alias) ? { models: alias } : alias,
  z.strictObject({
    models: z.array(Step).min(1).max(20),
    by: z.enum(CHOICES).default("order"),
    /** Used instead of the others when a request is too long for one of them. */
    longer: z.array(ModelName).min(1).max(20).default([]),
    /** Hedging: the next model is also called when the first has not answered by then. */
    hedge_after_seconds: z.number().positive().max(600).optional(),
    /** Overrides the providers' timeouts. */
    timeout_seconds: z.number().positive().max(3600).optional(),
    idle_timeout_seconds: z.number().positive().max(3600).optional(),
    /** Cache marks for prompts to Claude models without marks of their client. */
    cache_marks: CacheMarks.optional(),
  }).superRefine(({ models, by }, context) => {
    const index = models.findIndex(({ weight }) => weight !== undefined);
    if (index < 0 || by === "weight") return;
    context.addIssue({
      code: "custom",
      path: ["models", index, "weight"],
      message: "applies only where the alias chooses by: weight",
    });
  }),
);
export type Alias = z.output<typeof Alias>;
