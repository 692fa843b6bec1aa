/** The rule for names of policies. */
import { conflict } from "lib/errors.ts";

/** A policy's name, and whether another policy has it. */
export interface PolicyFacts {
  name: string;
  nameTaken: boolean;
}

/** Names are unique. @throws 409 */
export function allowPolicy({ name, nameTaken }: PolicyFacts): void {
  if (nameTaken) throw conflict(`A policy named "${name}"`);
}
