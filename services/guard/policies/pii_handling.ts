/** The configuration of a policy on personal data. */
import type { DetectOptions } from "../pii/detect.ts";

export const DIRECTIONS = ["input", "output"] as const;
/** To a model, or from it. */
export type Direction = typeof DIRECTIONS[number];

/** `tool` is what a tool is called with and answers, on its way to a model or from it. */
export const PII_DIRECTIONS = [...DIRECTIONS, "tool"] as const;
export type PiiDirection = typeof PII_DIRECTIONS[number];

/**
 * From the mildest to the strictest. `keep` leaves the text as it is: the policy's action is all there is. `restore`
 * puts a pseudonym in the place of a value that goes to a model, and the value back into the answer.
 */
export const HANDLINGS = ["keep", "mask", "restore", "hash", "replace"] as const;
export type Handling = typeof HANDLINGS[number];

/** How personal data is found and named. */
export interface PiiSettings extends DetectOptions {
  /** The key that hashed values get their names by. */
  secret?: string;
}
