/** Parties of a contract by what it calls them: "Reef Ltd, of Mombasa, hereinafter called the Lessor, and …". */
import { isOrganisation, TITLED } from "./name_shape.ts";
import { partyName } from "./party_name.ts";

const ROLE =
  "(?:client|customer|contractor|sub-?contractor|consultant|provider|service provider|supplier|vendor|seller|buyer|purchaser|lessor|lessee|landlord|tenant|employer|employee|owner|hirer|principal|agent|company|licensor|licensee|franchisor|franchisee|distributor|manufacturer|operator|carrier|school|first party|second party)";
const ROLE_AR =
  "(?:ال)?(?:مؤجر[ةه]?|مستأجر[ةه]?|مكري[ةه]?|مكتري[ةه]?|عميل|زبون|مقاول[ةه]?|صاحب[ةه]? (?:ال)?عمل|رب (?:ال)?عمل|مورد[ةه]?|بائع[ةه]?|مشتري[ةه]?|مالك[ةه]?|استشاري|متعهد|مشغل|أجير|عامل|موظف|(?:ال)?طرف (?:ال)?(?:أول|ثان[ي]?)|(?:ال)?فريق (?:ال)?(?:أول|ثاني))";

/** What a contract calls a party, behind its name and what is said of it; before a colon it is the party's label. */
const CALLED = new RegExp(
  `\\(\\s*(?:the |hereinafter |hereafter |called |referred to as )*["“‘']?${ROLE}["”’']?\\s*\\)(?!\\s*[:：])` +
    `|(?:herein(?:after)?|hereafter|called|referred to as|known as|named)\\s*:?\\s*(?:(?:to be )?(?:called|referred to as|known as)\\s+)?(?:as\\s+)?["“‘']?(?:the\\s+)?["“‘']?${ROLE}(?!\\p{L})["”’']?` +
    `|[(«"“]\\s*${ROLE_AR}(?!\\p{L})[^()«»"”]{0,16}[)»"”](?!\\s*[:：])` +
    `|و?(?:المشار|يشار|تشار|المسما[ةه]|[تي]سمى|[تي]دعى|[تي]عرف)\\s(?:\\p{L}{2,6}\\s){0,3}(?:بعده\\s|بعد\\s)?[«"“]?(?:ب|بال)?${ROLE_AR}(?!\\p{L})`,
  "giu",
);
/** A form's label, whose brackets tell the party's role: "First party (the Client)", «الطرف الثاني (المقاول)». */
const OF_FORM =
  /(?:^|\n)[^\p{L}\n]{0,8}(?:the )?(?:(?:first|second) party|party [12ab]|(?:ال)?(?:طرف|فريق) (?:ال)?(?:أول|ثاني))\s*$/iu;
/** Words that lead to the first party, behind which its name begins. */
const LEADS =
  /(?:(?<!\p{L})(?:between|undersigned|parties)|بين(?:\s+كل\s+من)?|الموقع(?:ون|ين|ان)(?:\s+أدناه)?)\s*[:：]?\s+/giu;
/** Signs and words before a name: "and (2)", "A.", "السادة/". */
const BEFORE =
  /^(?:[\s,،;؛.:«»"“”)/-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,3}|[أابج])\s?[).-]\s|(?:and|on the one hand|of the (?:one|first) part|من جهة|السادة|السيدة?|أولا|ثانيا)(?!\p{L})|و\s?(?=\p{Script=Arabic}{3}))+/iu;
/** The most characters from a name to what the party is called. */
const LONGEST = 400;

/** The names of the two parties that are called by their roles first; `lines` are those of the contract's first page. */
export function calledParties(lines: string[]): [string, string] | undefined {
  const text = lines.join("\n").slice(0, 4000);
  const [one, two] = [...text.matchAll(CALLED)].filter(({ index }) => !OF_FORM.test(text.slice(0, index)));
  if (!one || !two) return undefined;
  const first = nameBefore(text.slice(0, one.index), true);
  const second = nameBefore(text.slice(one.index + one[0].length, two.index), false);
  return first && second && first !== second ? [first, second] : undefined;
}

function nameBefore(whole: string, isFirst: boolean): string | undefined {
  const near = whole.slice(-LONGEST);
  const lead = [...near.matchAll(LEADS)].at(-1);
  const text = lead ? near.slice(lead.index + lead[0].length) : near;
  const starts = isFirst && !lead ? text.split("\n").toReversed() : [text];
  return starts.map((start) => nameAt(start.replaceAll("\n", " "))).find((name) => name !== undefined);
}

/** The name with which a clause begins. */
function nameAt(clause: string): string | undefined {
  const text = clause.replace(BEFORE, "").trim();
  const [head = ""] = text.split(
    /[,،;؛(«]|\s(?:ومقرها|ومقره|وعنوانها|وعنوانه|ويمثلها|المسجلة?|والمسجلة?)(?!\p{L})/u,
  );
  const name = partyName(head)?.value.trim() ?? "";
  const words = name.split(/\s+/);
  const isPerson = TITLED.test(head) ||
    (words.length < 6 && words.every((word) => /^\p{Lu}[\p{L}'’.-]*$/u.test(word)));
  return words.length > 1 && words.length < 10 && !/[:：]|\d{3}/.test(name) &&
      (isOrganisation(name) || isPerson)
    ? name
    : undefined;
}
