import type { Concept } from "./concept.ts";
import type { Family, TextOrigin } from "./sign.ts";

export interface WordSign {
  id: string;
  family: Family;
  explanation: string;
  /** Weight, by origin if it differs. */
  weight: number | Record<TextOrigin, number>;
  /** The head: one of these concepts begins the sign. */
  head: readonly Concept[];
  /** The head word must also have one of these concepts. */
  with?: readonly Concept[];
  /** One concept of each group must follow within `span` words. */
  near: readonly (readonly Concept[])[];
  span: number;
  /** Whether the groups may also precede the head. */
  around?: boolean;
  /** How many sentence ends it may span. */
  sentences?: number;
  /** None of these may occur within the span. */
  without?: readonly Concept[];
}

/** A weight for tools' and documents' texts, and one for the caller's. */
export const foreignWeight = (weight: number, input: number) => ({ input, tool: weight, document: weight });
