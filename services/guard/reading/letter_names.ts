/** Words that are spelled by the names of their letters: dee, ay, em; قاف، نون، باء. */
import type { Encoding } from "./encodings.ts";

const mapOf = (pairs: string) =>
  new Map(
    pairs.split(" ").flatMap((pair): [string, string][] => {
      const [letter = "", ...names] = pair.split(/[:,]/);
      return names.map((name) => [name.replace("_", " "), letter]);
    }),
  );

const ENGLISH = mapOf(
  "a:ay b:bee c:cee,see d:dee e:ee f:ef,eff g:gee h:aitch,haitch i:eye,aye j:jay k:kay l:el,ell m:em n:en o:oh p:pee " +
    "q:cue,queue r:ar s:ess t:tee u:you v:vee w:double-u,double-you x:ex y:why,wye z:zee,zed",
);
const ARABIC = mapOf(
  "ا:ألف,الف ب:باء,با ت:تاء,تا ث:ثاء,ثا ج:جيم ح:حاء,حا خ:خاء,خا د:دال ذ:ذال ر:راء,را ز:زاي,زين س:سين ش:شين ص:صاد ض:ضاد " +
    "ط:طاء,طا ظ:ظاء,ظا ع:عين غ:غين ف:فاء,فا ق:قاف ك:كاف ل:لام م:ميم ن:نون ه:هاء,ها و:واو ي:ياء,يا ء:همزة ة:تاء_مربوطة,تا_مربوطة",
);
const GAP = String.raw`(?:[-\s,/.،+|]{1,3}|[,،]?\s(?:then|and|ثم|و)\s?)`;

function namedIn(names: ReadonlyMap<string, string>): Encoding & { name: string } {
  const name = `(?:${[...names.keys()].sort((a, b) => b.length - a.length).join("|")})(?!\\p{L})`;
  const run = (least: string) => String.raw`(?<![\p{L}\p{N}])${name}(?:${GAP}${name})${least}`;
  const one = new RegExp(name, "giu");
  return {
    name,
    sign: new RegExp(run("{2}"), "iu"),
    pattern: new RegExp(run("{2,40}"), "giu"),
    plain: ({ 0: found }) =>
      (found.match(one) ?? []).map((letter) => names.get(letter.toLowerCase())).join(""),
  };
}

const NAMED = [ENGLISH, ARABIC].map(namedIn);

const EXAMPLE = String.raw`(?<!\p{L})\p{L}\s(?:as in|is for|for|like|مثل|كما في|من)\s\p{L}{2,15}`;
/** Letters with words that begin with them: B as in boy, O as in orange. */
const BY_EXAMPLE: Encoding = {
  sign: /\s(?:as in|is for|for|like|مثل|كما في|من)\s(?<=(?<!\p{L})\p{L}\s[^]{2,7}\s)/iu,
  pattern: new RegExp(`${EXAMPLE}(?:[\\s,;.،]{1,3}(?:and |ثم |و)?${EXAMPLE}){2,30}`, "giu"),
  plain: ({ 0: found }) =>
    (found.match(new RegExp(EXAMPLE, "giu")) ?? []).map((one) => one.charAt(0)).join(""),
};
export const LETTER_NAMES: readonly Encoding[] = [...NAMED, BY_EXAMPLE];

/** A name of a letter at the end of a text which is still arriving, and all that precede it. */
export const OPEN_LETTER_NAME = NAMED.map(({ name }) => String.raw`${name}${GAP}\p{L}{0,10}$`).join("|");
export const OPEN_LETTER_NAMES: readonly RegExp[] = NAMED.map(({ name }) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name}${GAP}){1,60}\p{L}{0,10}$`, "iu")
);
