/** Applies policies to a whole answer of any format. */
import type { Bytes } from "lib/http/http_client.ts";
import { mapTexts, withoutProbabilities } from "lib/streams/message_texts.ts";
import { type AnswerText, editsOf, withEdits } from "../calls/checked_answer.ts";
import type { CheckWindows } from "../calls/guarded_stream.ts";
import { refuseChangedSeals, SIGNED_REASONING } from "../calls/seals.ts";

/** The answer with the policies' replacements. Throws guardrails_blocked or guardrails_error. */
export async function checkedText(bytes: Bytes, check: CheckWindows): Promise<Bytes> {
  const text = new TextDecoder().decode(bytes);
  const value = parsed(text);
  const texts: AnswerText[] = [];
  mapTexts(value, (text, channel) => {
    if (text !== "") texts.push({ channel: channel || "output", text });
    return text;
  });
  const edits = await editsOf(texts, check);
  if (edits.every((list) => list.length === 0)) return bytes;
  let next = 0;
  const changed = mapTexts(value, (text) => text === "" ? text : withEdits(text, edits[next++] ?? []));
  refuseChangedSeals(value, changed, SIGNED_REASONING);
  const left = typeof changed === "string" ? changed : JSON.stringify(withoutProbabilities(changed));
  return new TextEncoder().encode(left);
}

/** The text parsed as JSON, or unchanged if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
