/** A request with the guard's replacements applied. */
import type { JsonObject } from "lib/json_object.ts";
import { mapTexts } from "lib/streams/message_texts.ts";
import { guardrailsBlocked } from "../errors.ts";
import type { Asked } from "./answer.ts";
import { editsOf, withEdits } from "./checked_answer.ts";
import type { CheckWindows } from "./guarded_stream.ts";
import type { InputNeed } from "./guardrails.ts";
import { refuseChangedSeals } from "./seals.ts";
import type { Form } from "../uploads/form.ts";
import { fileTexts } from "../uploads/file_texts.ts";
import { formFields, formTexts, withFormTexts } from "../uploads/form_data.ts";
import { objectOf, objectsOf } from "../wires/http.ts";

const UNCHANGEABLE =
  "The request contains content that the safety policies do not allow, and it cannot be redacted there: remove it";
const FILE =
  "A file of the form contains content that the safety policies do not allow, and files cannot be redacted: remove it from the file";
const SIGNED =
  "The request contains reasoning with content that the safety policies do not allow, and it cannot be redacted because the provider signed it: send the request without that reasoning";

/** Applies replacements to a request. Throws guardrails_blocked when that is required but impossible. */
export async function changedInput(
  asked: Asked,
  check: CheckWindows,
  need: InputNeed = true,
): Promise<Asked> {
  if (asked.form) return await changedForm({ ...asked, form: asked.form }, check, need);
  const { model, ...request } = asked.data;
  const fields = { request, history: asked.history };
  const texts: { channel: string; text: string }[] = [];
  mapTexts(fields, (text, channel, { isTool, isInstruction } = {}) => {
    const origin = isInstruction ? "instructions/" : isTool ? "tool/" : "";
    texts.push({ channel: `${origin}${channel}`, text });
    return text;
  });
  // The call itself is already recorded; only findings of this second check are added.
  const edits = await editsOf(texts, (windows) => check(windows, need === "look"));
  const isSame = edits.every((list) => list.length === 0);
  if (isSame && need === "look") return asked;
  if (isSame) throw guardrailsBlocked(UNCHANGEABLE);
  let next = 0;
  const changed = objectOf(mapTexts(fields, (text) => withEdits(text, edits[next++] ?? [])));
  refuseChangedSeals(fields, changed, SIGNED);
  const left: JsonObject = { model, ...objectOf(changed.request) };
  const history = asked.history && { history: objectsOf(changed.history) };
  return { ...asked, ...history, data: left, text: JSON.stringify(left) };
}

/** Like `changedInput` for a form: its fields are the caller's texts; files are sent unchanged or block the form. */
async function changedForm(
  asked: Asked & { form: Form },
  check: CheckWindows,
  need: InputNeed,
): Promise<Asked> {
  const fields = formTexts(asked.form).map((text, i) => ({ channel: `form/${i}`, text }));
  // Text files are rarely written by the caller, so they are checked like tool results.
  const files = (await fileTexts(asked.form)).map((text, i) => ({ channel: `tool/file/${i}`, text }));
  const texts = [...fields, ...files];
  const edits = await editsOf(texts, (windows) => check(windows, need === "look"));
  if (edits.every((list) => list.length === 0)) {
    if (need === "look") return asked;
    throw guardrailsBlocked(UNCHANGEABLE);
  }
  if (edits.slice(fields.length).some((list) => list.length > 0)) throw guardrailsBlocked(FILE);
  const form = withFormTexts(asked.form, fields.map(({ text }, i) => withEdits(text, edits[i] ?? [])));
  return { ...asked, form, data: formFields(form) };
}
