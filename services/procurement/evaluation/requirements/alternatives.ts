/**
 * Mutually exclusive properties: fibre, wood, energy source, fresh or frozen, in person or online. A sentence
 * that names only another value of the property contradicts the requirement.
 */
import { memoised } from "./memoised.ts";
import { negationsIn } from "./stance.ts";

const en = (words: string) => `\\b(?:${words})\\b`;
const ar = (words: string) => `(?<!\\p{L})[وفب]{0,2}(?:ال|بال|لل|ل)?(?:${words})(?!\\p{L})`;
const named = (english: string, arabic: string) => new RegExp(`${en(english)}|${ar(arabic)}`, "u");

/** Each row lists the values of one property; a value may have several words. */
const PROPERTIES: RegExp[][] = [
  [
    named("electric(?!al|ity)|battery[- ]powered", "كهربائي\\p{L}{0,2}"),
    named("diesel", "ديزل"),
    named("petrol|gasoline", "بنزين"),
    named("hybrid", "هجين\\p{L}{0,2}"),
    named("lpg|cng|natural gas", "غاز طبيعي"),
    named("solar", "شمسي\\p{L}{0,2}"),
  ],
  [
    named("cotton", "قطن\\p{L}{0,3}"),
    named(
      "polyester|viscose|acrylic|nylon|polyamide|synthetic",
      "بوليستر|فيسكوز|اكريليك|نايلون|صناعي\\p{L}{0,2}",
    ),
    named("wool|woollen", "صوف\\p{L}{0,3}"),
    named("linen", "كتان\\p{L}{0,3}"),
    named("silk", "حرير\\p{L}{0,3}"),
    named("leather", "جلد طبيعي|جلود"),
  ],
  [
    named("oak", "بلوط|سنديان"),
    named("beech", "زان"),
    named("teak", "ساج|تيك"),
    named("walnut", "جوز"),
    named("mahogany", "ماهوجني"),
    named("pine|spruce", "صنوبر"),
    named("mdf|chipboard|particle ?board|plywood|melamine|veneer\\w*", "mdf|حبيبي|مضغوط|معاكس|ميلامين"),
  ],
  [
    named("(?:galvani[sz]ed |stainless |mild )?steel|stainless", "فولاذ\\p{L}{0,3}|ستانلس|صلب"),
    named("alumini?um", "المنيوم|الومنيوم"),
    named("copper", "نحاس\\p{L}{0,3}"),
    named("pvc|plastic|polyethylene|polypropylene|hdpe", "بلاستيك\\p{L}{0,3}|بولي ايثيلين"),
    named("cast iron|ductile iron", "حديد زهر|زهر مرن"),
    named("fibre ?glass|grp", "فيبرجلاس|فايبرجلاس"),
    named("granite", "جرانيت|غرانيت"),
    named("marble", "رخام"),
    named("ceramic|porcelain", "سيراميك|بورسلان"),
  ],
  [
    named("fresh", "طازج\\p{L}{0,2}"),
    named("frozen", "مجمد\\p{L}{0,2}"),
    named("canned|tinned", "معلب\\p{L}{0,2}"),
    named("powdered", "مجفف\\p{L}{0,2}"),
  ],
  [
    named(
      "in person|onsite|on premises|classroom|face to face|premises",
      "حضوري\\p{L}{0,3}|في (?:موقع|مقر|مبني)\\p{L}*",
    ),
    named(
      "online|remote(?:ly)?|virtual(?:ly)?|e-?learning|webinars?|via (?:zoom|teams)|zoom",
      "عن بعد|افتراضي\\p{L}{0,3}|عبر الانترنت|اونلاين|زووم|تيمز",
    ),
  ],
  [
    named("led", "led|ليد"),
    named("halogen", "هالوجين"),
    named("sodium", "صوديوم"),
    named("fluorescent", "فلورسنت|فلوريسنت"),
    named("mercury", "زئبق"),
  ],
  [
    named("(?:full )?colour", "الوان|ملون\\p{L}{0,2}"),
    named("black and white|monochrome|mono", "ابيض واسود|احادي\\p{L}{0,2}"),
  ],
  [
    named("red", "احمر|حمراء"),
    named("green", "اخضر|خضراء"),
    named("blue", "ازرق|زرقاء"),
    named("yellow", "اصفر|صفراء"),
    named("white", "ابيض|بيضاء"),
    named("gr[ea]y", "رمادي\\p{L}{0,2}"),
    named("brown", "بني"),
  ],
  [
    named("female|women|woman", "نساء|امراه|سيدات|انثي|اناث|نسائي\\p{L}{0,2}"),
    named("male|men", "رجال|ذكور|رجالي\\p{L}{0,2}"),
  ],
  [
    named("roundclock|day and night", "roundclock|24 ساعه"),
    named("(?:day ?time|daylight) only|only (?:by|in the) day(?: ?time)?", "نهاريه? فقط|نهارا فقط"),
  ],
  [
    named("optical fibre|fibre ?optic\\w*", "الياف (?:ال)?(?:ضوئيه|بصريه)"),
    named("copper (?:cable|line|wire)s?|adsl|dsl", "كابل\\p{L}{0,2} نحاسي\\p{L}*"),
  ],
];

/** Appearance only, not the material: `in beech colour`, بلون الزان. */
const LOOK =
  /(?<!\p{L})(?:بلون|بشكل|بمظهر|لون|يشبه|تشبه) \p{L}+|\b(?:[\w-]+ )(?:look|effect|finish|colou?red|style|like|decor|imitation)\b|\b(?:imitation|faux|looks? like) [\w-]+/gu;

/** Finds the property values in a normalized text: the row and the index within it. */
const propertiesIn: (normal: string) => [row: number, which: number][] = memoised(
  (normal) => {
    const remaining = normal.replace(LOOK, " ");
    return PROPERTIES.flatMap((row, at) =>
      row.flatMap((name, which): [number, number][] => name.test(remaining) ? [[at, which]] : [])
    );
  },
  4_000,
  1_000,
);

/** Whether a requirement names one value of a property and a sentence names only other values. */
export function namesAlternative(requirementText: string, sentenceText: string): boolean {
  const required = propertiesIn(requirementText);
  if (required.length === 0 || negationsIn(sentenceText) > 1) return false;
  const stated = propertiesIn(sentenceText);
  return required.some(([row, which]) => {
    const own = required.filter(([other]) => other === row);
    const named = stated.filter(([other]) => other === row);
    return own.length === 1 && named.length > 0 && !named.some(([, one]) => one === which);
  });
}

/** Whether a requirement names the value of such a property. */
export function asksForProperty(requirementText: string): boolean {
  return propertiesIn(requirementText).length > 0;
}
