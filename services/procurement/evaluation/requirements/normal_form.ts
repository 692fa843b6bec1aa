import { fold } from "lib/fold.ts";

/** Rewriting rules that apply only to texts that match the trigger. */
interface Rewrites {
  where: RegExp;
  rules: [RegExp, string | ((found: string, period: string) => string)][];
}

/** Adverbs of frequency by period. */
const PERIODS: Record<string, string> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  year: "annually",
  "يوم": "يوميا",
  "اسبوع": "اسبوعيا",
  "شهر": "شهريا",
  "سنه": "سنويا",
  "عام": "سنويا",
};
const adverbOfPeriod = (_found: string, period: string) => PERIODS[period] ?? "";

const ARABIC = /[\u0600-\u06ff]/;

const ARABIC_ORDINALS =
  "اول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر|حادي عشر|ثاني عشر|ثالث عشر|رابع عشر|خامس عشر|سادس عشر|سابع عشر|ثامن عشر|تاسع عشر|عشرين"
    .split("|");
const ARABIC_MONTHS =
  "يناير|فبراير|مارس|ابريل|مايو|يونيو|يونيه|يوليو|يوليه|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر";

/**
 * The rules run in this order: rules with digits come before digits and letters are separated, synonyms last.
 */
const REWRITES: Rewrites[] = [
  {
    where: /['’‘`]/,
    rules: [
      [/[’‘`]/g, "'"],
      [/\bcan't\b/g, "cannot"],
      [/\bwon't\b/g, "will not"],
      [/n't\b/g, " not"],
    ],
  },
  {
    where: /[≥≤<>]/,
    rules: [
      [/≥|>=|=>|>(?= ?\d)/g, " atleast "],
      [/≤|<=|=<|<(?= ?\d)/g, " atmost "],
    ],
  },
  {
    where: /\b(?:euro|grade|type|class|aisi|non)\b/,
    rules: [
      // The L in `Grade 316L` is no litre, and `Euro 6` is no amount of money.
      [/\b(grade|type|class|aisi) ?(\d+)[a-z]\b/g, "$1 $2"],
      [/\beuro ?([1-7]|iv|vi?)\b(?![.,]?\d| ?(?:million|thousand|per|a ))/g, " $1 euronorm "],
      [/\bvi euronorm/g, "6 euronorm"],
      [/\biv euronorm/g, "4 euronorm"],
      [/\bv euronorm/g, "5 euronorm"],
      [/\bnon ?-? ?disclosure\b/g, "confidentiality"],
    ],
  },
  {
    where: /\bno/,
    rules: [
      [/\bno\. ?(?=(?:[a-z]{1,4}[ -]?)?\d)/g, "number "],
      [/\bno (\w+(?: \w+){0,3}) (?:longer|more|later|older|heavier|higher) than\b/g, "$1 atmost"],
      [/\bno (\w+(?: \w+){0,3}) (?:shorter|less|fewer|younger|lighter|lower) than\b/g, "$1 atleast"],
      // `Nothing but` is a double negation.
      [/\bnothing but\b|\bnone but\b/g, " "],
      [/\bnone of (.{1,60}?) anything (?:other than|but)\b/g, "$1"],
    ],
  },
  {
    where: ARABIC,
    rules: [
      [/(?<!\p{L})(?:لا|لم|لن) (\p{L}+) الا(?! اذا)(?!\p{L})/gu, "$1"],
      [/(?<!\p{L})ما من ((?:\p{L}+ ){1,6})الا و/gu, "$1 و"],
      [/(?<!\p{L})(?:لل|بال|في ال|لكل )متر (?:ال)?مكعب(?!\p{L})/gu, " لكل cbm "],
      [/(?<!\p{L})(?:لل|بال|في ال|لكل )متر (?:ال)?مربع(?!\p{L})/gu, " لكل sqm "],
      [/(?<!\p{L})(?:لل|بال)(ساعه|دقيقه|ثانيه)(?!\p{L})/gu, " لكل $1 "],
      [/(?<!\p{L})للتر(?!\p{L})/gu, " لكل لتر "],
      [/(?<!\p{L})م ?2(?!\d)|(?<!كيلو)(?:مترا?|امتار) مربع[اه]?/gu, " sqm "],
      [/(?<!\p{L})م ?3(?!\d)|(?:مترا?|امتار) مكعب[اه]?/gu, " cbm "],
      [/(?<!\p{L})(?:قدما?|اقدام) مربع[اه]?/gu, " sqft "],
      [/(?<!\p{L})كيلومترا? مربعا?/gu, " sqkm "],
      [/(?<!\p{L})(?:الذي|التي) س?(?:نقترح|نعرض|نقدم|نورد)\p{L}*/gu, "المعروض"],
      [
        /(?<!\p{L})(?:نحتاج|نحتاج الي) (?=(?:\d|\p{L}+(?: \p{L}+)? (?:يوم|شهر|اسبوع|ايام|اشهر|اسابيع)))/gu,
        "يستغرق ",
      ],
      [/علي مدار الساعه|ليلا ونهارا/g, " roundclock "],
      // An ordinal date: الثالث من يناير.
      [
        new RegExp(
          `(?<!\\p{L})ال(${ARABIC_ORDINALS.join("|")})(?: من)?(?= (?:شهر )?(?:${ARABIC_MONTHS})(?!\\p{L}))`,
          "gu",
        ),
        (_found, ordinal) => String(ARABIC_ORDINALS.indexOf(ordinal.replace(/^ال/, "")) + 1),
      ],
      // نسبة السعوديين is the share of nationals.
      [
        /(?<=(?<!\p{L})(?:ال)?نسبه (?:\p{L}+ ){0,2})ال(?:سعودي|عماني|اماراتي|قطري|كويتي|مواطن)(?:ين|ون)(?!\p{L})/gu,
        "التوطين",
      ],
      // A number after its noun: السنوات الخمس الأخيرة.
      [
        /(?<!\p{L})ال(سنوات|اعوام|اشهر|ايام|اسابيع) ال(ثلاث|اربع|خمس|ست|سبع|ثماني?|تسع|عشر)ه? (?=ال)/gu,
        "$2 $1 ",
      ],
      // The name of a document contains a negation: شهادة عدم ممانعة, اتفاقية عدم إفصاح.
      [/(?<!\p{L})((?:ال)?(?:شهاد|اتفاقي|خطاب|افاد)\p{L}*) ب?(?:ال)?عدم (?:ال)?(?=\p{L}{3})/gu, "$1 عدمي"],
    ],
  },
  {
    where: /\bsince [a-z]/,
    rules: [
      [
        /\bsince (?:early |late |mid |the (?:start|end|beginning) of )?[a-z]{3,9} (?=(?:19|20)\d\d\b)/g,
        "since ",
      ],
    ],
  },
  {
    where: /\d/,
    rules: [
      [/\bn ?\/ ?mm ?2?(?!\p{L})/gu, " nmm "],
      [/(?<!\p{L})(?:m|sq\.? ?m) ?2(?!\d)/gu, " sqm "],
      [/(?<!\p{L})m ?3(?!\d)/gu, " cbm "],
      [/(?<!\p{L})km ?2(?!\d)/gu, " sqkm "],
      [/(?<!\p{L})(?:sq\.? ?)?ft ?2(?!\d)/gu, " sqft "],
      [/(\d) ?(?:"|″|''|”|-?inch(?:es)?\b)(?!\p{L})/gu, "$1 inch "],
      [/(?<!\p{L})mm ?2(?!\d)/gu, " sqmm "],
      [/(?<!\p{L})cm ?2(?!\d)/gu, " sqcm "],
      [/° ?c(?!\p{L})/gu, " degrees "],
      // Temperatures below zero.
      [/(?<![\p{L}\p{N}])[-−–] ?(?=\d+(?:[.,]\d+)? *(?:degrees|درجه|درجات))/gu, " minus "],
      [/(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?) {0,2}(?:degrees )?below zero/gu, " minus $1 degrees "],
      [/(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?) {0,2}(?:درجه |درجات )?(?:مئويه )?تحت الصفر/gu, " minus $1 degrees "],
      [/° ?f(?!\p{L})|(?:degrees? )?fahrenheit/gu, " fahrenheit "],
      [/(\p{L})(?=\d)/gu, "$1 "],
      [/(\d)(?=\p{L})/gu, "$1 "],
      [/\b24\s*(?:\/|x)\s*7\b|24 hours a day/g, " roundclock "],
      [/(\d),(?=\d{3}(?:\D|$))/g, "$1"],
      [/(\d)٬(?=\d{3})/g, "$1"],
      [/(\d)٫(\d)/g, "$1.$2"],
    ],
  },
  {
    where: /\b(?:r[iy]y?als?|dollars?|dinars?|dirhams?|third|quarter|fourth|fifth|tenth)\b/,
    rules: [
      [/\bqatari (?:riyals?|rials?)\b/g, "qar"],
      [/\bomani (?:riyals?|rials?)\b/g, "omr"],
      [/\bsaudi (?:riyals?|rials?)\b/g, "sar"],
      [/\b(?:us|u\.s\.|american) dollars?\b/g, "dollars"],
      [/\b(?:kuwaiti|bahraini|jordanian|tunisian) dinars?\b/g, "dinars"],
      [/\bemirati dirhams?\b/g, "dirhams"],
      [/\ba quarter of an hour\b/g, "15 minutes"],
      [/\b(?:a|one) third\b/g, "33 percent"],
      [/\b(?:a|one) (?:quarter|fourth) of (?=(?:the|our|all))/g, "25 percent of "],
      [/\b(?:a|one) tenth\b/g, "10 percent"],
      [/\b(?:a|one) fifth\b/g, "20 percent"],
    ],
  },
  {
    where: /[a-z]/,
    rules: [
      [/\b(?:does|do|will) not (?:expire|lapse|run out) (?:before|until|till)\b/g, "is valid until"],
      [
        /\bwe (?:need|require) (?=(?:only |atmost |no more than )?[\w-]+ (?:calendar |working )?(?:days|weeks|months|hours)\b)/g,
        "we take ",
      ],
      [/\bper cent\b/g, "percent"],
      [/\b(?:working|business|calendar) (?=days\b)/g, ""],
      [
        /\b(?:a|one|at least|over|more than)? ?half (?:of )?(?=(?:the|our|all) (?:\w+ )?(?:staff|workforce|employees|workers|team|price|value|contract|content|work))/g,
        (found) => `${/at least|over|more/.exec(found)?.[0] ?? ""} 50 percent of `,
      ],
      [/\b(?:remains? |stays? |kept |held )?open for acceptance\b/g, "valid"],
      [/\b(?:remains?|stays?|holds?) (?:firm|binding|good)\b/g, "valid"],
      [/\blead time\b/g, "delivery time"],
      [/\bthree[ -]quarters of an hour\b/g, "45 minutes"],
      [/\b(?:an|one) hour and a half\b/g, "90 minutes"],
      [/\b(?:kilograms?|kgs?)[ -]?force\b/g, "kgf"],
      [/\bfoot[ -]candles?\b/g, "footcandles"],
      [/\b(?:square|sq\.?) ?(?:feet|foot|ft)\b/g, " sqft "],
      [/\b(?:square|sq\.?) ?(?:yards?|yds?)\b/g, " sqyd "],
      [/\b(?:square|sq\.?) ?(?:mm|millimet(?:er|re)s?)\b/g, " sqmm "],
      [/\b(?:square|sq\.?) ?(?:cm|centimet(?:er|re)s?)\b/g, " sqcm "],
      [/\b(?:square|sq\.?) ?(?:kilomet(?:er|re)s?|km)\b/g, " sqkm "],
      [/\bcubic (?:feet|foot|ft)\b/g, " cbft "],
      [/\b(?:square|sq\.?) ?m(?:et(?:er|re)s?)?(?!\p{L})(?! ?2)/gu, " sqm "],
      [/cubic met(?:er|re)s?/g, " cbm "],
      [/\b(?:a?round) the clock/g, " roundclock "],
      [/roundclock\s*,?\s*(?:and\s*)?(?:7|seven) days a week/g, "roundclock"],
      [
        /\b(?:every|each|per|once an?|once every|once per|times an?) (?:working |calendar )?(day|week|month|quarter|year)\b/g,
        adverbOfPeriod,
      ],
      [/\bback(?:s|ed|ing)? up\b/g, "backup"],
      [/\bhand(?:s|ed|ing)? over\b/g, "handover"],
      [/\bset(?:s|ting)? up\b/g, "setup"],
      [/\bcall-out\b/g, "callout"],
      [/\bsub-contract/g, "subcontract"],
      [/\bon-site\b/g, "onsite"],
      [/\bthird[- ]party (?=insurance|cover|liabilit|policy|motor)/g, "thirdparty "],
      [/\bon site\b/g, "onsite"],
      [/\b(?!charge|duty|tax|vat|toll|trouble|sugar|hands?)([a-z]{4,})-free\b/g, "free of $1"],
      // A firm price is no company, and a fixed price is no repair.
      [/(?<=\b(?:prices?|rates?) (?:\w+ ){0,3})(?:firm|fixed|unchanged|frozen)\b/g, "unchanging"],
      [/\b(?:firm|fixed|unchanged|frozen)(?= (?:unit )?(?:prices?|rates?)\b)/g, "unchanging"],
      [/\b(?:tender|bid|offer|quotation|proposal)s?(?:'s)? validity(?: period)?\b/g, "$& bidvalidity"],
      [
        /\b(?:tender|bid|offer|quotation|proposal|price)s? (?:is |are |remains? |stays? |(?:will|shall) (?:be|remain) |to (?:be|remain) |must (?:be|remain) )?(?:valid|binding)\b/g,
        "$& bidvalidity",
      ],
      [/\bwork ?days?\b/g, "workday"],
    ],
  },
  {
    where: /\b(?:no|not|never)\b/,
    rules: [
      [/\b(?:never|not) (?:drop|fall|go|dip|sink)s? (?:below|under)\b/g, " atleast "],
      [/\b(?:never|not) (?:rise|go|climb)(?:e?s)? (?:above|over|beyond)\b/g, " atmost "],
      [/\bnot (?:above|over|beyond)\b/g, " atmost "],
      [/\bnot (?:below|under)\b/g, " atleast "],
      [/\b(?:no|not) (?:less|fewer|lower|shorter) than\b/g, " atleast "],
      [
        /\b(?:no|not) (?:more|later|longer|greater|higher|older|heavier|wider|taller|farther|further|louder) than\b/g,
        " atmost ",
      ],
      [/\b(?:no|not) (?:younger|lighter|smaller|thinner|slower|narrower) than\b/g, " atleast "],
      [/\bnot (?:to )?exceed(?:ing)?\b|\b(?:does|do) not exceed\b|\bnever exceeds?\b/g, " atmost "],
      [/\bnot (?:be |have been )?(?:older|more|later|longer|heavier|higher|over|above) than\b/g, " atmost "],
    ],
  },
  {
    where: ARABIC,
    rules: [
      [/(?<!\p{L})(?:كل|لكل|في كل) (يوم|اسبوع|شهر|سنه|عام)(?!\p{L})/gu, adverbOfPeriod],
      [/(?<!\p{L})في ال(يوم|اسبوع|شهر|سنه|عام)(?! (?:ال|نفس|ذات))(?!\p{L})/gu, adverbOfPeriod],
      [
        /(?<!\p{L})(?:ان |ما )?(?:لا|ولا|الا) ?(?:تقل|يقل)(?:ان)?((?: \p{L}+){0,7}?) عن(?!\p{L})/gu,
        "$1 atleast ",
      ],
      [
        /(?<!\p{L})(?:ان |ما )?(?:لا|ولا|الا) ?(?:تزيد|يزيد|تتجاوز|يتجاوز|تتعدي|يتعدي|تبعد|يبعد)((?: \p{L}+){0,7}?) (?:عن|علي|اكثر من)(?= ?\d)/gu,
        "$1 atmost ",
      ],
      [
        /(?<!\p{L})(?:ان )?(?:لا|ولا|الا) ?(?:تزيد|يزيد|تتجاوز|يتجاوز|تتعدي|يتعدي)(?: عن| علي)?(?!\p{L})/gu,
        " atmost ",
      ],
      [/مي[غج]ا ?فولت ?امبير|م ?\.? ?ف ?\.? ?ا(?!\p{L})/gu, " mva "],
      [/(?<!\p{L})(?:مم|ملم|مليمتر) ?(?:2|مربع)(?!\d)/gu, " sqmm "],
      [/(?<!\p{L})(?:سم|سنتيمتر) ?(?:2|مربع)(?!\d)/gu, " sqcm "],
      [/(?<!\p{L})(ال|و|ب)?راسمال/gu, "$1راس مال"],
      [/كيلو ?فولت ?امبير|ك ?\.? ?ف ?\.? ?ا(?!\p{L})/gu, " kva "],
      [/(?<!\p{L})ريالا? قطريا?(?!\p{L})/gu, "qar"],
      [/(?<!\p{L})ريالا? عمانيا?(?!\p{L})/gu, "omr"],
      [/(?<!\p{L})ريالا? سعوديا?(?!\p{L})/gu, "sar"],
      [/(?<!\p{L})ثلث (?=ال|قيم|موظف|عمال)/gu, "33 بالمئه "],
      [
        /(?<!\p{L})منذ (?:شهر |مطلع |بدايه |اوائل |اواخر |نهايه |سنه |عام )?(?:\p{L}{3,8} )?(?:من )?(?:سنه |عام )?(?=(?:19|20)\d\d(?!\d))/gu,
        "منذ ",
      ],
      [
        /(?<!\p{L})(كيلو|مي[غج]ا|[غج]ي[غج]ا|تيرا) (?=متر|واط|هرتز|بايت|بت|باسكال|[غج]رام|نيوتن|لومن|فولت(?! ?امبير)|بكسل)/gu,
        "$1",
      ],
      [/(?<!\p{L})في (?=المئه|المائه)/gu, ""],
      [/(?<!\p{L})(?:ال)?ايزو(?!\p{L})/gu, "iso"],
    ],
  },
];

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
  for (const { where, rules } of REWRITES) {
    if (!where.test(normal)) continue;
    for (const [pattern, by] of rules) {
      normal = typeof by === "string" ? normal.replace(pattern, by) : normal.replace(pattern, by);
    }
  }
  normal = normal.replace(/ {2,}/g, " ").replace(/^ ?please note(?: that)? /, "");
  if (!GOES_ON.test(normal)) return normal;
  return normal.replace(BEGAN_IN, "$1$2since ").replace(BEGAN_IN_ARABIC, "$1$2 منذ ");
}
