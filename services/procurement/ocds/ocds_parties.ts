import type { Party, Reference } from "./ocds_schema.ts";

/** Resolves a reference: the party with that id if the release lists one, else the reference's own fields. */
export function partyOf(reference: Reference, parties: Party[] | undefined): Party {
  const id = reference.id === undefined ? undefined : String(reference.id);
  return parties?.find((party) => party.id !== undefined && party.id === id) ?? { ...reference, id };
}

/** A reference to a party. */
export function referenceTo({ id, name }: Party): Reference {
  return { id, ...name && { name } };
}
