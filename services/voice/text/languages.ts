/** Languages as ISO 639 codes, whatever a provider calls them. */

/** Not known: nobody said which, and the text does not show it. */
export const UNDETERMINED = "und";

const CODES =
  "af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne " +
  "no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy bn gu pa te ml si km lo my am so yo ha sq eu ka ps tk " +
  "uz tg sd mn bo jw su la mt ln mg br oc sa sn as tt haw yi fo ht lb nn yue";
const NAMES = new Intl.DisplayNames("en", { type: "language" });
const BY_NAME = new Map([
  ...CODES.split(" ").map((code): [string, string] => [(NAMES.of(code) ?? code).toLowerCase(), code]),
  // Whisper's own names where they differ.
  ["javanese", "jv"],
  ["castilian", "es"],
  ["mandarin", "zh"],
  ["pashto", "ps"],
  ["persian", "fa"],
  ["filipino", "tl"],
  ["haitian creole", "ht"],
  ["punjabi", "pa"],
  ["myanmar", "my"],
  ["tagalog", "tl"],
  ["flemish", "nl"],
]);

/** The code of a language given by name or code ("arabic", "AR", "ar-SA"), or undefined. */
export function languageCode(given: string | undefined): string | undefined {
  const text = given?.trim().toLowerCase();
  if (!text) return undefined;
  const named = BY_NAME.get(text);
  if (named) return named;
  const [primary = ""] = text.split(/[-_]/);
  return /^[a-z]{2,3}$/.test(primary) && primary !== UNDETERMINED ? primary : undefined;
}

/** The language that a text's script shows: Arabic letters are ar, plain Latin ones en. */
export function languageOfText(text: string): string {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return UNDETERMINED;
  if (arabic > letters / 2) return "ar";
  return latin === letters ? "en" : UNDETERMINED;
}
