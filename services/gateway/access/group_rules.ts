import { conflict, invalid, wrongState } from "lib/errors.ts";
import { type GroupKind, NOUNS } from "./group.ts";

/** The facts for a new or changed team or customer. */
export interface GroupFacts {
  /** Whether another one has this name, ignoring case. */
  nameTaken: boolean;
  /** Whether its customer exists; true without a customer. */
  customerExists: boolean;
}

/** The rule for a new or changed team or customer. @throws 409 or 422 */
export function allowGroup(kind: GroupKind): (facts: GroupFacts) => void {
  return ({ nameTaken, customerExists }) => {
    if (nameTaken) throw conflict(NOUNS[kind]);
    if (!customerExists) throw invalid(["body", "customer_id"], "Customer not found");
  };
}

/** The active keys and the teams that belong to a team or customer. */
export interface GroupMembers {
  keys: number;
  teams: number;
}

/** The rule for removal: only an unused team or customer. @throws 409 */
export function allowRemoval(kind: GroupKind): (members: GroupMembers) => void {
  return ({ keys, teams }) => {
    if (keys + teams === 0) return;
    throw wrongState(
      `The ${NOUNS[kind].toLowerCase()} is in use: first revoke its keys${
        kind === "customers" ? " and remove or move its teams" : ""
      }`,
    );
  };
}
