/** What people say of answers, as the evaluation service tells it. */
import type { Answer } from "./evaluation.ts";

/** In the order of their keys. */
export const LABELS = ["right", "partly", "wrong", "cannot_say"] as const;
export type LabelName = typeof LABELS[number];
export const LABEL_TONES = { right: "good", partly: "warn", wrong: "bad", cannot_say: "calm" } as const;

export interface Item extends Answer {
  machine_score: number | null;
  labels: { label: LabelName; remark: string | null; labelled_by: string; labelled_at: string }[];
}

export interface Agreement {
  compared: number;
  agreed: number;
  share: number | null;
  share_interval: number[] | null;
  kappa: number | null;
  kappa_interval: number[] | null;
}

export interface LabellingPage {
  total: number;
  labelled: number;
  own: number;
  disputed: number;
  first_open: number | null;
  machine: Agreement;
  judge: Agreement;
  items: Item[];
}
