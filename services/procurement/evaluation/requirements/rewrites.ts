/** The rules by which texts are normalized. */
import { ARABIC_MEASURES, ARABIC_PHRASES } from "./rewrites_arabic.ts";
import { adverbOfPeriod, type Rewrites } from "./rewriting.ts";

/**
 * The rules run in this order: rules with digits come before digits and letters are separated, synonyms last.
 */
export const REWRITES: Rewrites[] = [
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
  ARABIC_PHRASES,
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
      {
        where: /n ?\/ ?mm|(?:m|ft) ?[23]|["″”]|''|inch|°/,
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
        ],
      },
      {
        where: /degrees|درج|zero|الصفر|fahrenheit|°/,
        rules: [
          // Temperatures below zero.
          [/(?<![\p{L}\p{N}])[-−–] ?(?=\d+(?:[.,]\d+)? *(?:degrees|درجه|درجات))/gu, " minus "],
          [/(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?) {0,2}(?:degrees )?below zero/gu, " minus $1 degrees "],
          [
            /(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?) {0,2}(?:درجه |درجات )?(?:مئويه )?تحت الصفر/gu,
            " minus $1 degrees ",
          ],
          [/° ?f(?!\p{L})|(?:degrees? )?fahrenheit/gu, " fahrenheit "],
        ],
      },
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
    where:
      /not (?:expire|lapse|run)|we (?:need|require)|cent|days|half|acceptance|firm|binding|good|lead|quarters/,
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
    ],
  },
  {
    where: /force|foot|sq|cubic/,
    rules: [
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
    ],
  },
  {
    where: /round|day|week|month|quarter|year/,
    rules: [
      [/\b(?:a?round) the clock/g, " roundclock "],
      [/roundclock\s*,?\s*(?:and\s*)?(?:7|seven) days a week/g, "roundclock"],
      [
        /\b(?:every|each|per|once an?|once every|once per|times an?) (?:working |calendar )?(day|week|month|quarter|year)\b/g,
        adverbOfPeriod,
      ],
    ],
  },
  {
    where: / up| over|call-out|sub-contract|site|third/,
    rules: [
      [/\bback(?:s|ed|ing)? up\b/g, "backup"],
      [/\bhand(?:s|ed|ing)? over\b/g, "handover"],
      [/\bset(?:s|ting)? up\b/g, "setup"],
      [/\bcall-out\b/g, "callout"],
      [/\bsub-contract/g, "subcontract"],
      [/\bon-site\b/g, "onsite"],
      [/\bthird[- ]party (?=insurance|cover|liabilit|policy|motor)/g, "thirdparty "],
      [/\bon site\b/g, "onsite"],
    ],
  },
  {
    where: /-free|firm|fixed|unchanged|frozen|valid|binding|work ?day/,
    rules: [
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
  ARABIC_MEASURES,
];
