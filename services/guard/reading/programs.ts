/** Strings that a program joins: in lists, sums and formats, under names, and where names are referred to. */
import { type Found, MOST_PIECES as MOST, type Pieces, piecesIn } from "./piece.ts";

/** Strings in brackets that a program joins, or that are too short to be words. */
const STRINGS: Pieces = {
  sign: /["'`]\s?[,;]\s?["'`]/,
  pattern: /[[({]\s?(["'`])[^"'`\\\n]{0,12}\1(?:\s{0,3}[,;]\s{0,3}\1[^"'`\\\n]{0,12}\1){1,60}\s?,?\s?[\])}]/g,
  words({ 0: list, index, input }) {
    const strings = [...list.matchAll(/(["'`])([^"'`]*)\1/g)].map(([, , string = ""]) => string);
    const around = input.slice(Math.max(0, index - 40), index) +
      input.slice(index + list.length).slice(0, 40);
    const isShort = strings.every(({ length }) => length <= 3);
    if (!isShort && !JOINS.test(around)) return undefined;
    const between = JOINED_BY.exec(input.slice(index + list.length, index + list.length + 20))?.[2] ??
      JOINING.exec(input.slice(Math.max(0, index - 20), index))?.[2] ?? "";
    return strings.join(between);
  },
};
/** What a program puts between the strings that it joins. */
const JOINED_BY = /^\.join\((["'`])([^"'`\n]{0,3})\1\)/;
const JOINING = /(["'`])([^"'`\n]{0,3})\1\.join\($/;
const JOINS =
  /join|concat|implode|reduce|glue|together|combin|merg|sum\(|in (?:order|turn|sequence)|اجمع|ادمج|وصّ?ل|ركّ?ب|متتالي|بالترتيب|بالتتابع/i;

/** Strings with signs between them that join them: 'a' + "b" . 'c'. */
const CHAINED: Pieces = {
  sign: /["'`]\s{0,3}(?:[+.&]|\|\||\.\.)\s{0,3}["'`]|["'`] ["'`]/,
  pattern:
    /(["'`])[^"'`\n]{0,60}\1(?:(?:\s{0,3}(?:[+.&]|\|\||\.\.)\s{0,3}| {1,2})(["'`])[^"'`\n]{0,60}\2){1,40}/g,
  words: ({ 0: sum }) => [...sum.matchAll(/(["'`])([^"'`\n]*)\1/g)].map(([, , one]) => one).join(""),
};

const HOLE = String.raw`(?:%-?[\d.]{0,4}[sdcv]|\{\w{0,2}\})`;
const LIST = String.raw`["'][^"'\n]{0,60}["'](?:\s{0,2}[, ]\s{0,2}["'][^"'\n]{0,60}["']){0,20}`;
/** A format whose holes the strings behind it fill. */
const FORMATS: Pieces = {
  sign: new RegExp(`${HOLE}[^"'%{}]{0,10}${HOLE}`),
  pattern: new RegExp(
    String.raw`(?<quote>["'])(?<format>(?:[^"'%{}]{0,40}${HOLE}){2,20}[^"'%{}]{0,40})\k<quote>` +
      String.raw`(?:\s?,|\s?%\s?\(?|\.format\(|\s)\s{0,2}(?<list>${LIST})`,
    "g",
  ),
  words({ groups }) {
    const strings = [...(groups?.list ?? "").matchAll(/(["'])([^"'\n]*)\1/g)].map(([, , one = ""]) => one);
    return groups?.format?.replace(new RegExp(HOLE, "g"), () => strings.shift() ?? "");
  },
};

/** Values that have names: a = "bo"; B=mb. */
const VALUE =
  /(?<![\w.])\$?([a-zA-Z_]\w{0,20})(?:\s?:?=\s?(["'])([^"'\n]{0,200})\2|=([^\s"'`;&|,(){}=$]{1,60})(?=[;\s]|$))/g;
const MAY_HAVE_VALUES = /\w\s?:?=\s?["'][^]{1,300}?\w\s?:?=\s?["']|(?:^|[\s;])\w{1,20}=[^\s;=]{1,60}[;\s]/;
const MOST_VALUES = 100;

function valuesIn(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (!text.includes("=") || !MAY_HAVE_VALUES.test(text)) return values;
  for (const [, name = "", , quoted, bare] of text.matchAll(VALUE)) {
    if (values.size === MOST_VALUES) break;
    values.set(name, quoted ?? bare ?? "");
  }
  return values;
}

const SUM =
  /\{?\b[a-zA-Z_]\w{0,20}\}?(?:\s?[+&.]\s?|(?<=\})(?=\$?\{))(?:\$?\{?\b[a-zA-Z_]\w{0,20}\}?(?:\s?[+&.]\s?|(?<=\})(?=\$?\{)|\b|(?<=\}))){1,20}/g;

/** Sums of names: a + b. */
function sumsIn(text: string, values: ReadonlyMap<string, string>): Found[] {
  const found: Found[] = [];
  for (const { 0: sum, index } of text.matchAll(SUM)) {
    const names = sum.match(/\w+/g) ?? [];
    if (names.length < 2 || !names.every((name) => values.has(name))) continue;
    const words = names.map((name) => values.get(name)).join("");
    found.push({ start: index, end: index + sum.length, words });
    if (found.length >= MOST) break;
  }
  return found;
}

const REFERENCE = String
  .raw`\$[{(]?([a-zA-Z_]\w{0,20})[)}]?|[#{]?\{\s?([a-zA-Z_]\w{0,20})\s?\}{1,2}|%([a-zA-Z_]\w{0,20})%`;
/** What a reference may be a part of. */
const AROUND = 100;
const isPart = (one: string) => one !== "" && !/[\s"'`<>]/.test(one);

/** What names are referred to in: \${A}\${B}.apk, "$A-$B". */
function referredIn(text: string, values: ReadonlyMap<string, string>): Found[] {
  const found: Found[] = [];
  let last = 0;
  for (
    const { 0: reference, index, 1: one, 2: other, 3: third } of text.matchAll(new RegExp(REFERENCE, "g"))
  ) {
    if (index < last || !values.has(one ?? other ?? third ?? "")) continue;
    let [start, end] = [index, index + reference.length];
    while (start > last && index - start < AROUND && isPart(text.charAt(start - 1))) start--;
    while (end - index < AROUND && isPart(text.charAt(end))) end++;
    last = end;
    const words = text.slice(start, end).replace(
      new RegExp(REFERENCE, "g"),
      (whole, ...names) => values.get(names.slice(0, 3).find((name) => name !== undefined)) ?? whole,
    );
    found.push({ start, end, words });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Strings that are named, or kept under names, and to be joined. */
const KEPT: Pieces = {
  sign: { test: (text) => /[:=]\s?["'«]/.test(text) && JOINS.test(text) },
  pattern:
    /(?<![\p{L}\p{N}_])(?:[{(\[]\s?)?(?:["']?[\p{L}\p{N}_]{1,40}["']?\s?[:=]\s?["'«][^\s"'«»\\]{1,20}["'»][\s,;،و&]{0,8}(?:and\s)?){2,40}/gu,
  words({ 0: list, index, input }) {
    if (!JOINS.test(input.slice(Math.max(0, index - 60), index + list.length + 60))) return undefined;
    const values = [...list.matchAll(/[:=]\s?["'«]([^\s"'«»]{1,20})["'»]/g)].map(([, value = ""]) => value);
    return `${values.join("")}\n${values.join(" ")}`;
  },
};

const PART = String.raw`\s(?:is\s|هو\s|هي\s|=\s|:\s)?["«“'(]?(\p{L}{2,20})["»”')]?`;
/** Parts of a word that a text says to be its halves, in quotation marks or not. */
const HALVES: Pieces = {
  sign: /\bhal(?:f|ves)|\bparts?\b|\bpieces?\b|نصف|جزء|الشطر|المقطع/i,
  pattern: new RegExp(
    [
      String
        .raw`["«“'](\p{L}{1,20})["»”'][^"«»“”'\n]{1,40}["«“'](\p{L}{1,20})["»”'](?:[^"«»“”'\n]{1,40}["«“'](\p{L}{1,20})["»”'])?`,
      String
        .raw`(?:first|1st)\s(?:half|part|piece)${PART}[^\p{L}\n]{1,5}(?:and\s|then\s|the\s){0,2}(?:second|2nd|other|last)(?:\s(?:half|part|piece|one))?${PART}`,
      String
        .raw`(?:النصف|الجزء|الشطر|المقطع|نصفها|نصفه)\s(?:ال[أا]ول)${PART}[^\p{L}\n]{0,5}\s?و?(?:(?:النصف|الجزء|الشطر|المقطع)\s)?(?:الثاني|ال[آأا]خر|ال[أا]خير)${PART}`,
    ].join("|"),
    "giu",
  ),
  words: ([, ...parts]) => parts.filter((one) => one !== undefined).join(""),
};

/** Values under names with numbers: "code1": "ab", "code2": "cd", or code_1=ab&code_2=cd. */
const NUMBERED: Pieces = {
  sign: /[1١]["']?\s?[:=][^]{1,60}?[2٢]["']?\s?[:=]/,
  pattern:
    /(["']?)(?<name>[\p{L}_]{1,20}?)[_-]?[1١]\1\s?[:=]\s?(["']?)[^"'&,;\s]{1,40}\3(?:[,;&\s]{1,3}\1\k<name>[_-]?[2-9٢-٩]\1\s?[:=]\s?\3[^"'&,;\s]{1,40}\3){1,8}/gu,
  words({ 0: fields }) {
    const values = [...fields.matchAll(/[:=]\s?["']?([^"'&,;\s]{1,40})/g)].map(([, value = ""]) => value);
    return `${values.join("")}\n${values.join(" ")}`;
  },
};

/** Strings of a page of a PDF, with the distances between them. */
const SHOWN: Pieces = {
  sign: /\)\s?-?[\d.]{1,6}\s?\([^\n]{0,2000}\]\s?TJ/,
  pattern: /\[\s?(?:\([^()\n]{0,60}\)\s?-?[\d.]{0,6}\s?){2,60}\]\s?TJ/g,
  words: ({ 0: shown }) =>
    [...shown.matchAll(/\(([^()\n]*)\)/g)].map(([, one = ""]) => one).join("")
      .replace(/\\([0-3][0-7]{2})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))),
};

const CALL = String
  .raw`(?:string\.from)?char(?:code)?\(\d{2,4}\)|chr\(\d{2,4}\)|text\(\d{1,12}\s?,\s?["']0+["']\)`;
/** Strings and characters by their numbers that a program or a table joins: CHAR(66)&"ox". */
const CALLED: Pieces = {
  sign:
    /(?:char(?:code)?|chr|text)\([^()\n]{1,20}\)\s?[&+.]|[&+.]\s?(?:string\.from)?(?:char(?:code)?|chr|text)\(/i,
  pattern: new RegExp(
    String
      .raw`(?:${CALL}|(["'])[^"'\n]{0,60}\1)(?:\s{0,3}[&+.]\s{0,3}(?:${CALL}|["'][^"'\n]{0,60}["'])){1,40}`,
    "gi",
  ),
  words: ({ 0: sum }) =>
    [...sum.matchAll(new RegExp(`(?<call>${CALL})|["'](?<string>[^"'\n]*)["']`, "gi"))].map(({ groups }) => {
      const { call, string = "" } = groups ?? {};
      const number = /\d+/.exec(call ?? "")?.[0] ?? "";
      if (call === undefined) {
        return string.replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
      }
      return /^text/i.test(call)
        ? number.padStart(/["'](0+)/.exec(call)?.[1]?.length ?? 0, "0")
        : String.fromCharCode(Number(number));
    }).join(""),
};

const KINDS = [SHOWN, CALLED, HALVES, KEPT, STRINGS, CHAINED, FORMATS, NUMBERED];

/** What a text's programs make of their strings. */
export function joinedStrings(text: string): Found[] {
  return [...joinedNames(text), ...KINDS.flatMap((kind) => piecesIn(text, kind))];
}

/** What they make of values with names, whose equals signs must not be read as escapes (N=71). */
export function joinedNames(text: string): Found[] {
  const values = valuesIn(text);
  return values.size > 0 ? [...sumsIn(text, values), ...referredIn(text, values)] : [];
}
