/** The configuration of a policy on personal data. */
import type { DetectOptions } from "../pii/detect.ts";

export const DIRECTIONS = ["input", "output"] as const;
/** To a model, or from it. */
export type Direction = typeof DIRECTIONS[number];

/** `tool` means a tool's arguments and results, on their way to or from a model. */
export const PII_DIRECTIONS = [...DIRECTIONS, "tool"] as const;
export type PiiDirection = typeof PII_DIRECTIONS[number];

/**
 * From the mildest to the strictest. `keep` leaves the text unchanged, so that only the policy's action
 * applies. `restore` sends a pseudonym to the model and puts the value back into the answer.
 */
export const HANDLINGS = ["keep", "mask", "restore", "hash", "replace"] as const;
export type Handling = typeof HANDLINGS[number];

/** How personal data is found and pseudonymised. */
export interface PiiSettings extends DetectOptions {
  /** The key for pseudonyms of hashed values. */
  secret?: string;
}
