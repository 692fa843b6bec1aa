/** A request as it may leave: with what the guard's policies replace. */
import type { JsonObject } from "lib/json_object.ts";
import { mapTexts } from "lib/message_texts.ts";
import { guardrailsBlocked } from "../errors.ts";
import type { Asked } from "./answer.ts";
import { editsOf, withEdits } from "./checked_answer.ts";
import type { CheckWindows } from "./guarded_stream.ts";
import { refuseChangedSeals } from "./seals.ts";
import { objectOf, objectsOf } from "../wires/http.ts";

const UNCHANGEABLE = "The request holds what may not leave and cannot be replaced";
const SIGNED =
  "The request holds thoughts with what may not leave: they are signed as they are, so leave them out";

/** The request with its texts changed. Throws guardrails_blocked where that cannot be done. */
export async function changedInput(asked: Asked, check: CheckWindows): Promise<Asked> {
  if (asked.form) throw guardrailsBlocked(UNCHANGEABLE);
  const { model, ...request } = asked.data;
  const fields = { request, history: asked.history };
  const texts: { channel: string; text: string }[] = [];
  mapTexts(fields, (text, channel) => {
    texts.push({ channel, text });
    return text;
  });
  const edits = await editsOf(texts, check);
  if (edits.every((list) => list.length === 0)) throw guardrailsBlocked(UNCHANGEABLE);
  let next = 0;
  const changed = objectOf(mapTexts(fields, (text) => withEdits(text, edits[next++] ?? [])));
  refuseChangedSeals(fields, changed, SIGNED);
  const left: JsonObject = { model, ...objectOf(changed.request) };
  const history = asked.history && { history: objectsOf(changed.history) };
  return { ...asked, ...history, data: left, text: JSON.stringify(left) };
}
