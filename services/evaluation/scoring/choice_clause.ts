/** One clause of a response: the choices it names, and whether it chooses or denies them. */
export interface Clause {
  chosen: number[];
  denied: number[];
  /** Says that this is the answer, not only names a choice. */
  asserts: boolean;
  asks: boolean;
  /** Its words. */
  words: string[];
  /** Takes back what was said before. */
  retracts: boolean;
  /** The choices are named by their texts alone. */
  byText: boolean;
  /** The choices that are ticked. */
  ticked: number[];
  /** A label stands beside the text of another choice. */
  conflict: boolean;
}
