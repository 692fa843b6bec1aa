/** The name of a party where it stands after its label: it ends where its clause does. */
import type { Value } from "../results/field.ts";
import { valueOf } from "./values.ts";

const END =
  /[،؛;]|\s*\(|\s+و\s?(?:ال)?طرف|\s+(?:ويشار|ويمثل|يمثلها|بصفته)|,\s*(?:and|an?|whose|with|having|represented|hereinafter|of|being)(?!\p{L})/iu;

/** How a person is addressed before the name, and after it. */
const ADDRESS =
  /^[\s/:]*(?:(?:السيد|السيدة|السادة|السيدات|المكرم|المكرمة|الفاضل|الأستاذ|الدكتور|المهندس|الأخ|حضرة)\s*[/:]?\s*)+|^(?:M\/s|Messrs)\.?\s+|\s*(?:ال)?محترم(?:ون|ين|ة)?[\s،,]*$/gu;

/** A name without the words of address around it. */
export function personName(text: string): Value | undefined {
  return valueOf("text", text.replace(ADDRESS, ""));
}

export function partyName(text: string): Value | undefined {
  return valueOf("text", text.split(END)[0] ?? "");
}
