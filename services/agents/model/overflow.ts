/** Recognises providers' refusals of conversations that are too long, and the numbers in them. */

/** The facts that a refusal states. */
export interface Overflow {
  /** Tokens that the model takes. */
  window?: number;
  /** Tokens that it was sent, with those it was to answer where the provider counts them. */
  asked?: number;
}

const CODES = new Set(["context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"]);
const STATUSES = new Set([400, 413, 422, 502]);

const SIGNS = [
  /maximum (?:context|prompt|input|sequence) length/,
  /context(?:[ _-](?:length|window|size|limit))?(?: is| was)? exceeded/,
  /exceed(?:s|ed|ing)? (?:the |this model's |its |the model's )?(?:available |maximum |max )?context/,
  /(?:prompt|input|request|conversation|messages?) (?:is|are) too (?:long|large)/,
  /too many (?:input |prompt |total )?tokens/,
  /input token count .*exceeds/,
  /exceeds? the (?:maximum|model's maximum|limit)[^.]*\btokens?\b/,
  /inputs?`? tokens \+ .*must be <=/,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/,
  /too large for model with \d+ maximum context/,
  /more tokens than (?:the|this) model/,
  /exceed(?:s|ed|ing)? (?:the |this |its )?(?:model(?:'s)? )(?:maximum |max )?(?:context|token limit)/,
  /exceed(?:s|ed|ing)? (?:the )?max(?:imum)? (?:message|input|prompt) tokens/,
  /range of input length should be/,
  /(?:longer|larger) than (?:the |this )?(?:model's )?context/,
  /context (?:length|window|size) is only/,
  /request too large for model/,
  /(?:prompt|input|conversation|request) is \d+ tokens long/,
];
/** Refusals of the answer's length, and rate limits, mention tokens too. */
const OTHERS = [
  /\bper (?:min|minute|day|hour)\b/,
  /completion tokens/,
  /^(?:.*: )?`?max_(?:completion_)?tokens`? (?:is|must|cannot)/,
];

const WINDOWS = [
  /maximum (?:context|prompt|input|sequence) length (?:is|of) (\d+)/,
  /with (\d+) maximum context/,
  /context (?:size|window|length) (?:of |is |\()(\d+)/,
  /maximum number of tokens allowed \(?(\d+)/,
  /tokens > (\d+) maximum/,
  /cannot exceed (\d+)/,
  /must be <= (\d+)/,
  /(?:maximum|limit) (?:is|of) (\d+) tokens/,
  /token limit: (\d+)/,
  /input length should be \[\d+, (\d+)\]/,
  /(?:is only|only (?:supports|takes)) (\d+)/,
];
const ASKED = [
  /requested (?:about )?(\d+) tokens/,
  /resulted in (\d+) tokens/,
  /too long: (\d+) tokens/,
  /request contains (\d+) tokens/,
  /request \((\d+) tokens\)/,
  /\(requested: (\d+)\)/,
  /is (\d+) tokens long/,
  /input token count \(?(\d+)/,
  /prompt contains (\d+) tokens/,
  /given: (\d+)/,
  /contains (?:at least )?(\d+) (?:input )?tokens/,
];

/** The refusal of `status` as an overflow, undefined where it is of another kind. */
export function overflowOf(
  { status, code, message }: { status: number | undefined; code?: string | null; message: string },
): Overflow | undefined {
  if (!STATUSES.has(status ?? 0)) return undefined;
  const text = message.toLowerCase().replace(/(?<=\d)[,_](?=\d{3})/g, "");
  const named = CODES.has(code ?? "");
  if (!named && (!SIGNS.some((sign) => sign.test(text)) || OTHERS.some((sign) => sign.test(text)))) {
    return undefined;
  }
  const [window, asked] = [numberBy(WINDOWS, text), numberBy(ASKED, text)];
  return { ...(window ? { window } : {}), ...(asked ? { asked } : {}) };
}

function numberBy(patterns: RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1];
    if (digits) return Number(digits);
  }
  return undefined;
}
