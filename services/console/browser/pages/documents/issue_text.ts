/** What the documents service says of doubts, in the page's language, fields by their names. */
import { inArabic, sayingsIn } from "../../../shared/sayings.ts";
import { translatedSentence } from "../../i18n/translated_sentences.ts";
import { ISSUE_SAYINGS } from "../../i18n/sayings/issue_sayings.ts";
import { fieldNameIn } from "./own_names.ts";

const ISSUES = inArabic(sayingsIn(ISSUE_SAYINGS));

/** Parts of these names are keys of fields. */
const FIELDS = ["field", "fields", "first", "second"];

export function issueText(type: string | null, issue: string): string {
  const named = (part: string) =>
    part.split(/(, | \+ )/).map((key) => /^[a-z]\w*$/.test(key) ? fieldNameIn(type, key) : key).join("");
  return translatedSentence(ISSUES, issue, (part, of) => FIELDS.includes(of) ? named(part) : part);
}
