/** Base models go on after their answer with the next question of their own: that is no part of the answer. */
import { foldArabic } from "./arabic.ts";

const NEXT_QUESTION =
  /\n[ \t]{0,20}\n[ \t*#]{0,20}(?:question|problem|exercise|human|user|q|السؤال|سؤال|المستخدم|س)(?:[ \t]\p{Nd}{1,3})?[*\t ]{0,5}[:：]/giu;
/** How much of the next question is compared with the one that was asked. */
const REACH = 400;

/**
 * The text up to a further question that it asks itself, unless that is `question` told again before it is answered;
 * the whole where there is none.
 */
export function withoutContinuation(text: string, question: string): string {
  const asked = wordsOf(question);
  for (const { index, 0: head } of text.matchAll(NEXT_QUESTION)) {
    const answer = text.slice(0, index);
    if (!/[\p{L}\p{N}]/u.test(answer)) continue;
    const next = wordsOf(text.slice(index + head.length, index + head.length + REACH));
    return asked.size > 0 && asked.intersection(next).size >= 0.9 * asked.size ? text : answer;
  }
  return text;
}

function wordsOf(text: string): Set<string> {
  return new Set(foldArabic(text).toLowerCase().match(/\p{L}{3,}/gu));
}
