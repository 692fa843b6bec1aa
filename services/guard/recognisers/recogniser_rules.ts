import { conflict, wrongState } from "lib/errors.ts";

/** Bounded, since each is searched in every text. */
export const MOST_RECOGNISERS = 20;

/** The facts for a new recogniser. */
export interface RecogniserFacts {
  /** The number of recognisers. */
  count: number;
  /** Whether another one has its name. */
  nameTaken: boolean;
}

/** @throws 409 for a name that is taken, or one recogniser too many. */
export function allowRecogniser({ count, nameTaken }: RecogniserFacts, name: string): void {
  if (count >= MOST_RECOGNISERS) {
    throw wrongState(`There are ${MOST_RECOGNISERS} recognisers already, which is the limit`);
  }
  allowRename({ nameTaken }, name);
}

/** @throws 409 for a name that is taken. */
export function allowRename({ nameTaken }: Pick<RecogniserFacts, "nameTaken">, name: string): void {
  if (nameTaken) throw conflict(`A recogniser named "${name}"`);
}
