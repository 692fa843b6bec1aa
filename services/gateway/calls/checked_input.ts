/** A request as it may leave: with what the guard's policies replace. */
import type { JsonObject } from "lib/json_object.ts";
import { mapTexts, type Visit } from "lib/message_texts.ts";
import { guardrailsBlocked } from "../errors.ts";
import type { Asked } from "./answer.ts";
import { editsOf, withEdits } from "./checked_answer.ts";
import type { CheckWindows } from "./guarded_stream.ts";

const UNCHANGEABLE = "The request holds what may not leave and cannot be replaced";

/** The request with its texts changed. Throws guardrails_blocked where that cannot be done. */
export async function changedInput(asked: Asked, check: CheckWindows): Promise<Asked> {
  if (asked.form) throw guardrailsBlocked(UNCHANGEABLE);
  const { model, ...fields } = asked.data;
  const texts: { channel: string; text: string }[] = [];
  mapTexts(fields, (text, channel) => {
    texts.push({ channel, text });
    return text;
  });
  const edits = await editsOf(texts, check);
  if (edits.every((list) => list.length === 0)) throw guardrailsBlocked(UNCHANGEABLE);
  let next = 0;
  const change: Visit = (text, channel) => {
    const own = edits[next++] ?? [];
    // A signature would not fit any more.
    if (own.length > 0 && /(?:^|\/)thinking$/.test(channel)) throw guardrailsBlocked(UNCHANGEABLE);
    return withEdits(text, own);
  };
  const data: JsonObject = { model, ...Object(mapTexts(fields, change)) };
  return { ...asked, data, text: JSON.stringify(data) };
}
