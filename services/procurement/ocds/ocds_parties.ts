import type { Party, Reference } from "./ocds_schema.ts";

/** Who a reference names: the party of that id where the release lists one, else what the reference itself says. */
export function partyOf(reference: Reference, parties: Party[] | undefined): Party {
  const id = reference.id === undefined ? undefined : String(reference.id);
  return parties?.find((party) => party.id !== undefined && party.id === id) ?? { ...reference, id };
}

/** A party as other parts of a release name it. */
export function referenceTo({ id, name }: Party): Reference {
  return { id, ...name && { name } };
}
