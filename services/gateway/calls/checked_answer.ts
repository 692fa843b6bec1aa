/** Checks each text of a complete answer. */
import type { Bytes } from "lib/http/http_client.ts";
import type { Edit, TextWindow } from "lib/streams/held_channel.ts";
import { type MapTexts, withoutProbabilities } from "lib/streams/message_texts.ts";
import { answerNotRedactable } from "../errors.ts";
import type { CheckWindows } from "./guarded_stream.ts";
import { decoded } from "../streams/message_texts.ts";

/** A text of an answer as its client receives it. */
export interface AnswerText {
  channel: string;
  text: string;
}

/** A checked answer, and its texts. */
export interface CheckedAnswer {
  bytes: Bytes;
  texts: AnswerText[];
}

/** The answer with the policies' replacements. Throws guardrails_blocked or guardrails_error. */
export async function checkedAnswer(
  answer: Bytes,
  check: CheckWindows,
  { outputText, mapAnswer }: { outputText(answer: Bytes): string; mapAnswer?: MapTexts | undefined },
): Promise<CheckedAnswer> {
  const parsed: unknown = mapAnswer && JSON.parse(decoded(answer, "utf8"));
  const texts = mapAnswer
    ? answerTexts(mapAnswer, parsed)
    : [{ channel: "output", text: outputText(answer) }];
  const edits = await editsOf(texts, check);
  if (edits.every((list) => list.length === 0)) return { bytes: answer, texts };
  if (!mapAnswer) throw answerNotRedactable();
  const left = texts.map(({ channel, text }, i) => ({ channel, text: withEdits(text, edits[i] ?? []) }));
  let next = 0;
  const changed = mapAnswer(parsed, (text) => text === "" ? text : left[next++]?.text ?? text);
  return { bytes: new TextEncoder().encode(JSON.stringify(withoutProbabilities(changed))), texts: left };
}

/** Whether cached texts may be released unchanged. Throws guardrails_blocked or guardrails_error. */
export async function mayLeaveAgain(texts: readonly AnswerText[], check: CheckWindows): Promise<boolean> {
  const edits = await editsOf(texts, check);
  return edits.every((list) => list.length === 0);
}

/** The policies' replacements for each text. Throws guardrails_blocked or guardrails_error. */
export async function editsOf(
  texts: readonly AnswerText[],
  check: CheckWindows,
): Promise<(readonly Edit[])[]> {
  const windows: TextWindow[] = texts.filter(({ text }) => text !== "")
    .map((text) => ({ ...text, released: 0, open: false }));
  if (windows.length === 0) return [];
  const { windows: verdicts } = await check(windows, true);
  let next = 0;
  return texts.map(({ text }) => text === "" ? [] : verdicts[next++]?.edits ?? []);
}

function answerTexts(mapAnswer: MapTexts, answer: unknown): AnswerText[] {
  const texts: AnswerText[] = [];
  mapAnswer(answer, (text, channel) => {
    if (text !== "") texts.push({ channel, text });
    return text;
  });
  return texts;
}

/** Applies replacements to a text. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let changed = "";
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    changed += text.slice(at, start) + replacement;
    at = end;
  }
  return changed + text.slice(at);
}
