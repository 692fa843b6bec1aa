/** The names of types and fields, with those of the types that were made here. */
import { signal } from "@preact/signals";
import { get } from "../../api.ts";
import { lang } from "../../prefs.ts";
import { DOCS } from "./document.ts";
import { fieldName } from "./field_names.ts";
import { kindName } from "./words.ts";

export const TYPES = `${DOCS}/types`;

export interface Names {
  en: string;
  ar: string;
}

interface NamedType {
  name: string;
  names: Names;
  fields: { key: string; names: Names }[];
}

/** Empty until they are read. */
export const ownTypes = signal<NamedType[]>([]);

export async function readOwnTypes(): Promise<void> {
  try {
    ownTypes.value = (await get<{ types: NamedType[] }>(TYPES)).types;
  } catch {
    // Names for programs stand instead.
  }
}

const find = (name: string | null) => ownTypes.value.find((type) => type.name === name);

/** The name of a type, one's own or built in, in the page's language. */
export function typeName(name: string): string {
  return find(name)?.names[lang.value] ?? kindName(name);
}

export function fieldNameIn(type: string | null, key: string): string {
  return find(type)?.fields.find((field) => field.key === key)?.names[lang.value] ?? fieldName(key);
}
