/** Texts that are JSON, in which replacements must leave JSON. */

/** The arguments of a tool call are JSON from their first sign on, other texts when they begin as JSON does. */
export function isJson({ channel = "", text }: { channel?: string; text: string }): boolean {
  return /\/(?:arguments|partial_json)$/.test(channel) || /^\s*(?:```(?:json)?\s*)?[[{]/.test(text);
}
