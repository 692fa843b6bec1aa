import { fold } from "lib/fold.ts";
import { REWRITES } from "./rewrites.ts";
import { rewritten } from "./rewriting.ts";

/** An activity that began in a year and continues has been done since then. */
const GOES_ON =
  /\b(?:ever since|since then|since that|to this day|to date|until (?:today|now)|without (?:a |any )?(?:break|interruption|pause)|never (?:stopped|been interrupted|interrupted)|continuous\w*|uninterrupted\w*|still)\b|(?<!\p{L})(?:و?(?:لم|دون|بلا) (?:[نيت]نقطع\p{L}*|[نيت]توقف\p{L}*|انقطاع|توقف)|(?:الي|حتي) (?:اليوم|الان|يومنا|هذا اليوم|تاريخه)|منذ ذلك|[وف]?(?:ما|لا) [نتي]?ز[ا]?ل\p{L}*)/u;
const BEGAN_IN =
  /\b(founded|established|incorporated|started|began|begun|opened|commenced|set up|entered)\b([^.;]{0,60}?)\bin (?:[a-z]{3,9} )?(?=(?:19|20)\d\d\b)/;
const BEGAN_IN_ARABIC =
  /(?<!\p{L})(بدا\p{L}*|باشر\p{L}*|تاسس\p{L}*|انشئ\p{L}*|زاول\p{L}*|دخل\p{L}*|انطلق\p{L}*)([^.؛]{0,60}?) (?:في |منذ )?(?:شهر )?(?:(?:يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر) (?:من )?)?(?:عام |سنه )?(?=(?:19|20)\d\d(?!\d))/u;

/** Normalizes a text: folds letters, converts digits to ASCII and unifies synonyms. */
export function normalized(text: string): string {
  let normal = fold(text);
  for (const rewrites of REWRITES) normal = rewritten(normal, rewrites);
  normal = normal.replace(/ {2,}/g, " ").replace(/^ ?please note(?: that)? /, "");
  if (!/(?:19|20)\d\d/.test(normal) || !GOES_ON.test(normal)) return normal;
  return normal.replace(BEGAN_IN, "$1$2since ").replace(BEGAN_IN_ARABIC, "$1$2 منذ ");
}
