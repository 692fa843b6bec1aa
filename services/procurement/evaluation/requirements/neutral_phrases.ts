/** Phrases that contain hedges or third parties but leave the statement unqualified. */
const NEUTRAL: RegExp[] = [
  // A recipient does not own the thing.
  /\b(?:look(?:s|ing)? after|(?:released|disclosed|issued|handed|sold|serv\w+|for|to)) (?:our |all |any |its |their )?(?:clients|customers)\b(?! (?:in|at|across|all over|throughout)\b)|\blook(?:s|ing)? after\b/g,
  // Limits of insurance cover, and dates up to which something is paid.
  /(?<=\b(?:cover\w*|limit\w*|insur\w*|indemn\w*|liabilit\w*|polic(?:y|ies)|bond|guarantee) (?:[\w,]+ ){0,6})up to (?=(?:[a-z]{3} )?[£$€]? ?\d)/g,
  /\bup to (?=(?:the end of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*(?: \d|$))/gu,
  /\b(?:prices?|offer|bid|tender|quotation|rates?) (?:is|are) based on (?=(?:payments?|delivery|\d))/g,
  /\b(?:will )?appears? (?=(?:on|in|under) )/g,
  /\bwithout (?:any )?(?:escalation|adjustment|increase|indexation|price (?:change|revision)s?)\b/g,
  // `Does not leave` affirms staying.
  /\b(?:and )?(?:never|does not|do not|will not|is not|are not) (?:leaves?|leave|go abroad|moved? (?:out|abroad)|transferred (?:out|abroad|elsewhere|outside))\b/g,
  /(?<!\p{L})و?(?:لا|لن) (?:تنقل|تغادر|يغادر|تخرج|يخرج|ترسل|ينقل) (?:\p{L}+ ){0,2}(?:خارج\p{L}{0,2}|البلاد|حدود\p{L}{0,2})(?!\p{L})/gu,
  // The bidder is the maker, or the goods come from the maker.
  /\b(?:as|being|we are) (?:the |its |their )?(?:original )?(?:manufacturers?|makers?|producers?)\b/g,
  /(?<!\p{L})(?:بوصفنا|بصفتنا|كوننا|لكوننا|باعتبارنا|لاننا) (?:\p{L}+ ){0,2}(?:ال)?(?:مصنع|منتج|صانع)\p{L}*/gu,
  /(?<=(?:اصلي\p{L}*|original|genuine) (?:\p{L}+ ){0,3})من (?:ال)?شركه (?:ال)?مصنعه(?: نفسها)?/gu,
  // `Nobody has fewer than nine years` denies only less.
  /\b(?:nobody|no one|none|no \w+)\b (?=(?:[\w']+ ){1,10}(?:fewer|less|younger|shorter|under) than\b|(?:[\w']+ ){1,10}(?:under|below) \d)/g,
  // What belongs to the bidder or the buyer is no third party's; the data and calls of customers are its object.
  /\bbelongs? to (?:us|you)\b/g,
  /\b(?:clients?|customers?)(?:'s?)? (?:data|records?|service|support|care|calls?|information|files?|satisfaction|complaints?|helpline|desk)\b/g,
  // A register, a court or an authority at which the bidder is recorded.
  /(?<!\p{L})لدي (?:ال)?(?:وزار\p{L}*|ديوان|هيئ\p{L}*|بلدي\p{L}*|امان\p{L}*|تامينات|غرف\p{L}*|دائر\p{L}*|محاكم|محكم\p{L}*|جهات|سجل)(?!\p{L})/gu,
];

/** Removes the neutral phrases from a normalized sentence. */
export function withoutNeutralPhrases(text: string): string {
  return NEUTRAL.reduce((remaining, pattern) => remaining.replace(pattern, " "), text);
}

/** An introductory case: `In case of absence …`, عند غياب أي عامل. */
const CASE =
  /^(?:in (?:the )?(?:case|event) of|upon|on|when|if|في حاله?|عند|لدي) ((?:(?:an?|any|the|our|اي|احد) )?\p{L}+(?: \p{L}+)?(?: \p{L}+)?)/u;

/** Splits a sentence into its introductory case and the remainder. */
export function caseOf(text: string): { case: string; rest: string } | undefined {
  const found = CASE.exec(text);
  return found === null ? undefined : { case: found[1] ?? "", rest: text.slice(found[0].length) };
}
