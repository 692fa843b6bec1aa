/** Distinguishes requests that exceed a model's context from other invalid ones. */
import type { UpstreamError } from "./upstream_error.ts";

const CODES = new Set(["context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"]);

const WORDS = [
  /\b(?:maximum|max|model's|available|allowed)\b[^.]{0,40}\bcontext[ _](?:length|window|size|limit)/i,
  /\bexceeds?\b[^.]{0,60}\bcontext[ _](?:length|window|size|limit)/i,
  /\bcontext[ _](?:length|window|size|limit)\b[^.]{0,20}\bexceeded/i,
  /\b(?:prompt|input|inputs|conversation|messages?)\b[^.]{0,30}\btoo (?:long|large)\b(?! for (?:the )?field)[^.]{0,60}(?:tokens?|model|maximum|context)/i,
  /\b(?:input|prompt) is too long\b/i,
  /\bmaximum (?:prompt|model|input|sequence) length\b/i,
  /\btokens?\b[^.]{0,40}\bexceeds?\b[^.]{0,20}\bmaximum number of tokens/i,
  /\btoo many (?:input |prompt )?tokens\b/i,
  /`inputs` tokens \+ `max_new_tokens` must be <=/i,
];

/** Whether a model with a longer context could accept the request. */
export function isTooLong({ code, type, message }: UpstreamError): boolean {
  if (code !== null && CODES.has(code) || type !== null && CODES.has(type)) return true;
  return WORDS.some((words) => words.test(message));
}
