import type { Concept } from "./concept.ts";
import type { Family, Place } from "./sign.ts";

export interface WordSign {
  id: string;
  family: Family;
  explanation: string;
  /** By place where it differs. */
  weight: number | Record<Place, number>;
  /** One of these begins the sign. */
  head: readonly Concept[];
  /** The same word is one of these as well. */
  with?: readonly Concept[];
  /** One of each group stands behind it, within `span` words. */
  near: readonly (readonly Concept[])[];
  span: number;
  /** Whether the groups may stand before the head as well. */
  around?: boolean;
  /** How many ends of sentences it may reach over. */
  sentences?: number;
  /** None of these stands in reach. */
  without?: readonly Concept[];
}

/** A weight for texts that come from elsewhere, and one for what the caller writes. */
export const foreign = (weight: number, input: number) => ({ input, tool: weight, document: weight });
