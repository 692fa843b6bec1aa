import { conflict, wrongState } from "lib/errors.ts";
import type { OwnTypeInput } from "./own_type_input.ts";

/** A type to save and the version that it replaces; without a version it must be new. */
export interface TypeToSave {
  input: OwnTypeInput;
  over: number | undefined;
}

export const MOST_TYPES = 100;

/** Versions of the existing types by name. */
export type KnownVersions = ReadonlyMap<string, number>;

/** Requires a free name for a new type. @throws 409 */
export function allowNewType(known: KnownVersions, types: readonly TypeToSave[]): void {
  if (staleOf(known, types)) throw conflict("A type with this name");
  if (isTooMany(known, types)) throw wrongState(`There are ${MOST_TYPES} types, which are the most`);
}

/** Requires that a change replaces the version it was made from. @throws 409 */
export function allowTypeChange(known: KnownVersions, types: readonly TypeToSave[]): void {
  if (staleOf(known, types)) throw wrongState("The type was changed meanwhile: read it again");
}

/** Requires that an import replaces the versions it was compared with. @throws 409 */
export function allowTypeImport(known: KnownVersions, types: readonly TypeToSave[]): void {
  const stale = staleOf(known, types);
  if (stale) throw wrongState(`The type ${stale.input.name} was changed meanwhile: try again`);
  if (isTooMany(known, types)) throw wrongState(`There would be more than ${MOST_TYPES} types`);
}

function staleOf(known: KnownVersions, types: readonly TypeToSave[]): TypeToSave | undefined {
  return types.find(({ input, over }) => known.get(input.name) !== over);
}

function isTooMany(known: KnownVersions, types: readonly TypeToSave[]): boolean {
  const added = types.filter(({ over }) => over === undefined).length;
  return added > 0 && known.size + added > MOST_TYPES;
}
