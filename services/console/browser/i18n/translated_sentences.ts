/** Sentences of services that are known in Arabic, in the page's language; others stay as they were said. */
import { type InArabic, withLatinIsolated } from "../../shared/sayings.ts";
import { lang } from "../prefs.ts";
import { isolated } from "./words.ts";

/** `sentence`, with each of its parts as `name` shows it, isolated from the direction around it. */
export function translatedSentence(
  table: InArabic,
  sentence: string,
  name: (part: string, of: string) => string = (part) => part,
): string {
  if (lang.value === "en") return sentence;
  const arabic = table(sentence, (part, of) => isolated(name(part, of)));
  return arabic === undefined ? sentence : withLatinIsolated(arabic);
}
