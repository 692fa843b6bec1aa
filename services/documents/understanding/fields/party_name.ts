/** The name of a party where it stands after its label: it ends where its clause does. */
import type { Value } from "../results/field.ts";
import { valueOf } from "./values.ts";

const END =
  /[،؛;]|\s*\(|\s+و\s?(?:ال)?طرف|\s+(?:ويشار|ويمثل|يمثلها|بصفته)|,\s*(?:and|an?|whose|with|having|represented|hereinafter|of|being)(?!\p{L})/iu;

export function partyName(text: string): Value | undefined {
  return valueOf("text", text.split(END)[0] ?? "");
}
