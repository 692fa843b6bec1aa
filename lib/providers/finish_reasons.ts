/** The reasons with which providers end an answer that is not whole. */

const CUT = /^(?:length|max_tokens|max_output_tokens|model_length|model_context_window_exceeded)$/i;
const WITHHELD = /^(?:content_filter|sensitive|safety|prohibited_content|blocklist)$/i;
const BROKEN = /^(?:error|network_error|insufficient_system_resource|malformed_function_call)$/i;

/** Whether the model stopped at its token limit. */
export function isCut(finishReason: string | null): boolean {
  return CUT.test(finishReason ?? "");
}

/** Whether the provider withheld the answer or its rest. */
export function isWithheld(finishReason: string | null): boolean {
  return WITHHELD.test(finishReason ?? "");
}

/** Whether the provider failed in the middle of the answer. */
export function isBroken(finishReason: string | null): boolean {
  return BROKEN.test(finishReason ?? "");
}
