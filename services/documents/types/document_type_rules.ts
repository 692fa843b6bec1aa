import { conflict, wrongState } from "lib/errors.ts";
import type { OwnTypeInput } from "./own_type_input.ts";

/** A type to be saved, over the version that it has now; without one it must be new. */
export interface Saving {
  input: OwnTypeInput;
  over: number | undefined;
}

export const MOST_TYPES = 100;

/** The versions of the types that there are, by their names. */
export type KnownVersions = ReadonlyMap<string, number>;

/** A new type needs a free name. @throws 409 */
export function allowNewType(known: KnownVersions, types: readonly Saving[]): void {
  if (staleOf(known, types)) throw conflict("A type with this name");
  if (isTooMany(known, types)) throw wrongState(`There are ${MOST_TYPES} types, which are the most`);
}

/** A change replaces the version that it was made from. @throws 409 */
export function allowTypeChange(known: KnownVersions, types: readonly Saving[]): void {
  if (staleOf(known, types)) throw wrongState("The type was changed meanwhile: read it again");
}

/** An import replaces the versions that it was compared with. @throws 409 */
export function allowTypeImport(known: KnownVersions, types: readonly Saving[]): void {
  const stale = staleOf(known, types);
  if (stale) throw wrongState(`The type ${stale.input.name} was changed meanwhile: try again`);
  if (isTooMany(known, types)) throw wrongState(`There would be more than ${MOST_TYPES} types`);
}

function staleOf(known: KnownVersions, types: readonly Saving[]): Saving | undefined {
  return types.find(({ input, over }) => known.get(input.name) !== over);
}

function isTooMany(known: KnownVersions, types: readonly Saving[]): boolean {
  const added = types.filter(({ over }) => over === undefined).length;
  return added > 0 && known.size + added > MOST_TYPES;
}
