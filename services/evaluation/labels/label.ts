import { z } from "zod";
import { ResultDetail } from "../results/result_detail.ts";

export const LabelChoice = z.enum(["right", "partly", "wrong", "cannot_say"]);
export type LabelChoice = z.output<typeof LabelChoice>;

/** The score that each label counts as; "cannot say" counts as none. */
export const WORTH: Record<Exclude<LabelChoice, "cannot_say">, number> = { right: 1, partly: 0.5, wrong: 0 };

export const AnswerId = z.object({
  question_id: z.string().min(1).max(200).meta({ description: "The question", example: "q1" }),
  epoch: z.coerce.number().int().min(1).max(100).default(1).meta({
    description: "Number of the repetition",
    example: 1,
  }),
});
export type AnswerId = z.output<typeof AnswerId>;

export const LabelInput = z.strictObject({
  question_id: z.string().min(1).max(200),
  epoch: z.int().min(1).max(100).default(1),
  label: LabelChoice,
  remark: z.string().trim().max(2000).optional().describe("why, in the person's words"),
}).meta({
  id: "LabelInput",
  example: { question_id: "q1", label: "right", remark: "Says the same in other words" },
});
export type LabelInput = z.output<typeof LabelInput>;

export const Label = z.object({
  question_id: z.string(),
  epoch: z.int(),
  label: LabelChoice,
  remark: z.string().nullable(),
  labelled_by: z.string().describe("who said so"),
  labelled_at: z.string().describe("when they last did"),
}).meta({ id: "Label" });
export type Label = z.output<typeof Label>;

const Interval = z.tuple([z.number(), z.number()]);

export const Agreement = z.object({
  compared: z.int().describe("answers with a machine's score and a verdict that people agree on"),
  agreed: z.int().describe("those of them where both say the same: right, partly or wrong"),
  share: z.number().nullable(),
  share_interval: Interval.nullable().describe("95 % interval of share"),
  kappa: z.number().nullable().describe(
    "Cohen's kappa; null below 5 answers, and where both always say one thing",
  ),
  kappa_interval: Interval.nullable().describe("95 % interval of kappa"),
}).meta({ id: "LabelAgreement" });
export type Agreement = z.output<typeof Agreement>;

export const Labelling = z.object({
  total: z.int().describe("answers that can be labelled"),
  labelled: z.int().describe("answers that somebody has labelled"),
  own: z.int().describe("answers that the caller has labelled"),
  disputed: z.int().describe(
    "answers of which people say different things; the machine's score stays theirs",
  ),
  first_open: z.int().nullable().describe("the place of the first answer that the caller has not labelled"),
  machine: Agreement.describe("people and all methods of scoring"),
  judge: Agreement.describe("people and the judge, over its answers alone"),
  items: z.array(
    ResultDetail.shape.results.element.extend({ labels: z.array(Label).describe("what people say of it") }),
  ).describe(
    "answers: first those without a score, then those of a judge, then the others",
  ),
}).meta({ id: "Labelling" });
export type Labelling = z.output<typeof Labelling>;
