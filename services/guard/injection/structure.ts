/** Signs in the structure of a text: pretended turns and roles, hidden parts, links that exfiltrate data. */
import type { Family, Sign, TextOrigin } from "./sign.ts";

interface FormSign {
  id: string;
  family: Family;
  explanation: string;
  weight: number | Record<TextOrigin, number>;
  /** Must run in linear time: repetitions are bounded and not nested. */
  pattern: RegExp;
  /** Least number of matches. */
  least?: number;
}

/** A value in an address that stands for another: {email}, [EMAIL], <email>, EMAIL. */
const FILLED = String.raw`[[{<$%][^\s)"']{1,60}|[A-Z][A-Z_]{3,40}`;
/** The same without a sign, by its words: last_question. */
const NAMED = String
  .raw`[\p{L}_-]{0,20}(?:user|question|history|conversation|المستخدم|السؤال|المحادثة)[\p{L}_-]{0,20}(?=[)"'&])`;

const FORMS: readonly FormSign[] = [
  {
    ...{ id: "template_tokens", family: "turns", weight: { input: 0.5, tool: 0.5, document: 0.4 } },
    explanation: "holds tokens of a chat template",
    pattern:
      /(?<!`)<\|(?:im_start|im_end|eot_id|start_header_id|end_header_id|system|user|assistant|endoftext|begin_of_text)\|>\s*(?=\S)|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\uff5c(?:User|Assistant|System)\uff5c>/gi,
  },
  {
    ...{ id: "system_heading", family: "turns", weight: 0.4 },
    explanation: "begins a turn of the system or the operator",
    pattern:
      /^[ \t>]{0,8}(?:#{1,6} {0,3}|\[|\*\*|={2,4} {0,3}|-{3} {0,3})(?:new )?(?:system|developer|operator|admin|\u0627\u0644\u0646\u0638\u0627\u0645|\u0646\u0638\u0627\u0645|\u0627\u0644\u0645\u0637\u0648\u0631|\u0627\u0644\u0645\u0634\u063a\u0644)(?: (?:prompt|message|instructions?|note|override|notice))?\s{0,3}[:\]*=-]/gim,
  },
  {
    ...{ id: "feigned_boundary", family: "turns", weight: { input: 0.3, tool: 0.4, document: 0.4 } },
    explanation: "pretends that the text has ended, or that the system or operator begins to speak",
    pattern:
      /SYSTEM(?<![\p{L}\p{N}_"]SYSTEM)(?: [A-Z]{3,12}){0,2}\s?:(?=\s)|#{2,6} ?(?:[Ii]nstructions?|[Rr]esponse|[Ii]nput|[Tt]ask)\s?:|[|=\-*\/[<(#]{2,6}\s?(?:(?:[Ee]nd of|END OF) [\p{L} ]{3,24}|نهاية [\p{L} ]{3,24})|\/(?:نهاية|بداية) [\p{L} ]{3,24}\//gu,
  },
  {
    ...{ id: "pieces_to_join", family: "payload", weight: { input: 0.5, tool: 0.2, document: 0.2 } },
    explanation: "gives pieces of a sentence names, to be joined",
    pattern:
      /(?<=(?<![\p{L}\p{N}_.])\p{L}{1,2}\d?\s?)=\s?["'\u00ab\u201c][^"'\u00bb\u201d\n]{2,80}["'\u00bb\u201d]/gu,
    least: 2,
  },
  {
    ...{ id: "json_role", family: "turns", weight: { input: 0.45, tool: 0.45, document: 0.4 } },
    explanation: "holds a message in the role of the system or developer",
    pattern: /["']role["']\s{0,5}:\s{0,5}["'](?:system|developer)["']/gi,
  },
  {
    ...{ id: "instruction_markup", family: "turns", weight: 0.45 },
    explanation: "opens or closes a block of instructions",
    pattern:
      /<\/?(?:system|instructions?|system[_-]?prompt|user[_-]?input|prompt|developer|admin|system[_-]?message|tool[_-]?result|context|document|untrusted|function_results?|assistant|important)(?:\s[^<>]{0,100})?>/gi,
  },
  {
    ...{ id: "pretended_turns", family: "turns", weight: { input: 0.45, tool: 0.4, document: 0.3 } },
    explanation: "pretends turns of a conversation in which the model obeys",
    pattern:
      /^[ \t]{0,8}(?:assistant|ai|bot|model|chatgpt|gpt|claude|\u0627\u0644\u0645\u0633\u0627\u0639\u062f|\u0645\u0633\u0627\u0639\u062f|\u0627\u0644\u0646\u0645\u0648\u0630\u062c|\u0627\u0644\u0628\u0648\u062a|\u0627\u0644\u0631\u0648\u0628\u0648\u062a) ?:/gim,
    least: 2,
  },
  {
    ...{ id: "marked_for_readers", family: "addressed", weight: { input: 0, tool: 0.45, document: 0.45 } },
    explanation: "holds a marked part that is named for the reading model",
    pattern:
      /(?:[<[{(]{1,2}|")(?:[\p{L}\p{N}]{1,14}[ _-]){0,2}(?:assistant|ai|llms?|models?|agents?|bots?|copilot|chatbot|summari[sz]er|(?:ال|لل|لل?ال)?(?:مساعد|نموذج|وكيل|بوت))(?:[ _-][\p{L}\p{N}]{1,14}){0,2}(?:>|[:،,]\s|"\s?:)/giu,
  },
  {
    ...{ id: "open_answer", family: "turns", weight: { input: 0.5, tool: 0.3, document: 0.2 } },
    explanation: "ends with the beginning of an answer that obeys, for the model to go on with",
    pattern:
      /(?<![\p{L}\p{N}])(?:a|ai|answer|assistant|model|bot|response|ج|جواب|الجواب|المساعد|النموذج)\s?[:\u061a-]\s{0,2}["'\u00ab]?(?:sure|of course|certainly|absolutely|yes|here is|here's|step 1|happy to|gladly|بكل سرور|بالتأكيد|طبعا|طبعًا|أكيد|نعم|حاضر|بالطبع|إليك|تفضل)[^\n]{0,90}\s{0,10}$/giu,
  },
  {
    ...{ id: "spoken_comment", family: "hidden", weight: { input: 0.2, tool: 0.35, document: 0.35 } },
    explanation: "speaks to the reading model in a comment or a text that people do not see",
    pattern:
      /(?:<!--|\/\*|^\s{0,8}(?:\/\/|#|--)|alt="|alt='|title="|content=")[^\n]{0,60}?(?<![\p{L}\p{N}])(?:assistant|ai|llms?|models?|agents?|copilot|chatbot|gpt|summari[sz]er|bots?|(?:\u0627\u0644|\u0644\u0644)?(?:\u0645\u0633\u0627\u0639\u062f|\u0646\u0645\u0648\u0630\u062c|\u0648\u0643\u064a\u0644|\u0631\u0648\u0628\u0648\u062a))(?![\p{L}\p{N}])/gimu,
  },
  {
    ...{ id: "unseen_text", family: "hidden", weight: { input: 0.2, tool: 0.35, document: 0.35 } },
    explanation: "holds text that is styled so that nobody sees it",
    pattern:
      /style\s{0,3}=\s{0,3}["'][^"']{0,200}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:white|#fff))|\((?:white|hidden|invisible|tiny) text\)|\((?:\u0646\u0635 (?:\u0623\u0628\u064a\u0636|\u0627\u0628\u064a\u0636|\u0645\u062e\u0641\u064a|\u062e\u0641\u064a))\)/gi,
  },
  {
    ...{ id: "tag_characters", family: "hidden", weight: 0.9 },
    explanation: "hides letters in tag characters, which nobody sees",
    pattern: /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,10})[\u{e0020}-\u{e007e}]{4,}/gu,
  },
  {
    ...{ id: "woven_invisibles", family: "hidden", weight: 0.7 },
    explanation: "weaves invisible characters between the letters of words",
    pattern: /(?:\p{L}[\u200b\u200c\u200d\u2060\ufeff\u180e]{1,4}){3}\p{L}/gu,
  },
  {
    ...{ id: "turned_text", family: "hidden", weight: 0.3 },
    explanation: "turns the direction of its characters",
    pattern: /\u202e[^\u202c\n]{8}/gu,
  },
  {
    ...{ id: "open_image", family: "exfiltration", weight: 0.55 },
    explanation: "holds an image whose address is to be filled with data",
    pattern: new RegExp(
      String
        .raw`(?:!\[[^\]\n]{0,100}\]\(|<img\b[^>\n]{0,100}?src=["'])https?://[^\s<>"')\]?]{1,200}\?[^\s<>"')\]]{0,200}?=(?:${FILLED}|${NAMED}|(?=[)"']))`,
      "gu",
    ),
  },
  {
    ...{ id: "open_link", family: "exfiltration", weight: 0.35 },
    explanation: "holds a link or image whose address is to be filled with data",
    pattern: new RegExp(
      String
        .raw`https?://[^\s<>"')\]?]{1,200}\?[^\s<>"')\]]{0,200}?=(?:${FILLED}|(?=[\s)"'\]]|$))`,
      "gu",
    ),
  },
];

/** Most matches of one sign to report. */
const MOST_OF_ONE = 20;

export function formSigns(text: string, place: TextOrigin): Sign[] {
  const signs: Sign[] = [];
  for (const { id, family, explanation, weight: weights, pattern, least = 1 } of FORMS) {
    const weight = typeof weights === "number" ? weights : weights[place];
    if (weight === 0) continue;
    const formed: Sign[] = [];
    for (const { 0: { length }, index } of text.matchAll(pattern)) {
      formed.push({ id, family, explanation, weight, start: index, end: index + length });
      if (formed.length >= MOST_OF_ONE) break;
    }
    if (formed.length >= least) signs.push(...formed);
  }
  return signs;
}
