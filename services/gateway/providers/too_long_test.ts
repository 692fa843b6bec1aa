import assert from "node:assert/strict";
import { isTooLong } from "./too_long.ts";
import { UpstreamError } from "./upstream_error.ts";

/** Error messages of providers, and whether they mean that the request is too long. */
const WORDS: [message: string, tooLong: boolean, more?: { code?: string; type?: string }][] = [
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens.",
    true,
  ],
  ["prompt is too long: 214315 tokens > 200000 maximum", true, { type: "invalid_request_error" }],
  [
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again",
    true,
  ],
  ["The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).", true],
  ["Input is too long for requested model.", true, { type: "ValidationException" }],
  ["too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4139", true],
  [
    "the request exceeds the available context size (4096 tokens), try increasing it",
    true,
    { type: "exceed_context_size_error" },
  ],
  ["Please reduce the length of the messages or completion.", true, { code: "context_length_exceeded" }],
  ["Invalid 'user': string too long. Expected a string with maximum length 64, but got 90 instead.", false],
  ["max_tokens is too large: 100000. This model supports at most 16384 completion tokens.", false],
  [
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku",
    false,
  ],
  [
    "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes",
    false,
  ],
  ["Invalid schema for function 'find': the maximum nesting depth is 5", false],
  ["temperature: range: 0..1", false],
  ["tools.0.name: String should have at most 64 characters", false],
  ["Request payload size exceeds the limit: 20971520 bytes.", false],
  ["The model `gpt-9` does not exist", false],
  ["'messages' must contain the word 'json' in some form", false],
];

/** A held-out set, not used while the rules were written. */
const ASIDE: typeof WORDS = [
  [
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    true,
  ],
  ["The decoder prompt (length 5120) is longer than the maximum model length of 4096.", true],
  ["This model's maximum prompt length is 131072 but the request contains 150000 tokens.", true],
  ["Your input exceeds the context window of this model. Please adjust your input and try again.", true],
  [
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`",
    true,
  ],
  ["Too many input tokens. Max input tokens: 8192, request input token count: 9001", true],
  ["Number of input documents must not exceed 1000", false],
  ["Audio file is too long: 1800 seconds is the maximum", false],
  ["stop: too many sequences; at most 4 are allowed", false],
  ["Unsupported value: 'reasoning_effort' does not support 'max' with this model.", false],
];

for (const [name, cases] of [["known", WORDS], ["set aside", ASIDE]] as const) {
  Deno.test(`isTooLong() distinguishes too long requests from others by messages ${name}`, () => {
    for (const [message, tooLong, more] of cases) {
      assert.equal(isTooLong(new UpstreamError(message, { status: 400, ...more })), tooLong, message);
    }
  });
}
