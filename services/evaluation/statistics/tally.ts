import type { Sums } from "./intervals.ts";

/** The scores of the questions of one category and language, so that parts can be added up and errors computed. */
export interface Tally extends Sums {
  category: string;
  language: string;
}
