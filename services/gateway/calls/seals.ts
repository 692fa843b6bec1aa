/** Protects signed and encrypted content, which must go back to its provider unchanged. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { guardrailsBlocked } from "../errors.ts";
import { textOf } from "../wires/http.ts";
import { unsealed, unsignedOrigin } from "./origin.ts";

/** Error message for a finding in an answer's signed or encrypted reasoning, which a changed text would invalidate. */
export const SIGNED_REASONING =
  "The model's reasoning contains content that the safety policies do not allow, and it cannot be redacted because " +
  "the provider signed it: change the request, or turn reasoning off";

/**
 * Throws guardrails_blocked with `why` if `after` changes something in `before` that its provider has signed.
 */
export function refuseChangedSeals(before: unknown, after: unknown, why: string): void {
  if (Array.isArray(before)) {
    const changed: unknown[] = Array.isArray(after) ? after : [];
    return before.forEach((item, index) => refuseChangedSeals(item, changed[index], why));
  }
  if (!isObject(before)) return;
  if (isSealed(before) && JSON.stringify(before) !== JSON.stringify(after)) throw guardrailsBlocked(why);
  const changed = isObject(after) ? after : {};
  for (const [key, part] of Object.entries(before)) refuseChangedSeals(part, changed[key], why);
}

/** Whether a signature covers the text beside it, or a seal contains it. */
function isSealed({ type, signature, thinking, text, encrypted_content }: JsonObject): boolean {
  if (typeof (thinking ?? text) === "string" && textOf(signature) !== "") {
    return unsignedOrigin(textOf(signature)) === undefined;
  }
  return type === "reasoning" && (unsealed(textOf(encrypted_content))?.content.startsWith("[") ?? false);
}
