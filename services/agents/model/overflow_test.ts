import assert from "node:assert/strict";
import { type Overflow, overflowOf } from "./overflow.ts";

/** The words of many providers. */
const TOO_LONG: [message: string, told: Overflow][] = [
  [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please " +
    "reduce the length of the messages.",
    { window: 8192, asked: 9001 },
  ],
  [
    "This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (4000 in the messages, " +
    "1000 in the completion).",
    { window: 4097, asked: 5000 },
  ],
  ["prompt is too long: 210,000 tokens > 200,000 maximum", { window: 200_000, asked: 210_000 }],
  [
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    { window: 1_048_576, asked: 1_200_000 },
  ],
  ["Input is too long for requested model.", {}],
  [
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
    { window: 32_768, asked: 40_000 },
  ],
  ["the request exceeds the available context size (8192 tokens), try increasing it", { window: 8192 }],
  [
    "too many tokens: total number of tokens in the prompt cannot exceed 4081",
    { window: 4081 },
  ],
  [
    "This model's maximum prompt length is 131072 but the request contains 150000 tokens.",
    { window: 131_072, asked: 150_000 },
  ],
  ["Please reduce the length of the messages or completion.", {}],
  ["`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000", { window: 8193, asked: 9000 }],
  ["openai answered 400: This model's maximum context length is 128000 tokens.", { window: 128_000 }],
];

/** Refusals that speak of tokens or lengths, and of something else. */
const OTHER = [
  "max_tokens is too large: 5000. This model supports at most 4096 completion tokens",
  "Rate limit reached: too many tokens per minute, limit 10000",
  "Invalid value for 'temperature': must be at most 2",
  "The model `gpt-9` does not exist",
  "Unknown parameter: context",
  "Invalid 'messages[0].name': string too long",
];

Deno.test("overflowOf() knows the words of many providers, and takes the numbers that they tell", () => {
  for (const [message, told] of TOO_LONG) {
    for (const status of [400, 413, 422, 502]) {
      assert.deepEqual(overflowOf({ status, message }), told, message);
    }
  }
});

Deno.test("overflowOf() relies on the code if there is one, whatever the message", () => {
  assert.deepEqual(overflowOf({ status: 400, code: "context_length_exceeded", message: "400 no" }), {});
  assert.deepEqual(overflowOf({ status: 502, code: "context_length_exceeded", message: "no" }), {});
});

Deno.test("overflowOf() ignores other refusals", () => {
  for (const message of OTHER) assert.equal(overflowOf({ status: 400, message }), undefined, message);
  for (const status of [401, 404, 429, 500, undefined]) {
    assert.equal(overflowOf({ status, message: "prompt is too long" }), undefined);
  }
});

Deno.test("overflowOf() understands further ways of saying it, and no limits of rate, answer or text", () => {
  for (
    const [message, expected] of [
      ["Range of input length should be [1, 129024]", { window: 129024 }],
      [
        "Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)",
        { window: 131072, asked: 140000 },
      ],
      ["The total length of input tokens and output tokens exceeds model context window", {}],
      ["Total tokens of image and text exceed max message tokens", {}],
      ["Request too large for model `small`: requested 9000 tokens, reduce your message size", {
        asked: 9000,
      }],
      ["The prompt is 9,000 tokens long, but the model only supports 8192", { window: 8192, asked: 9000 }],
      ["Conversation is longer than the context window", {}],
    ] as const
  ) assert.deepEqual(overflowOf({ status: 400, message }), expected, message);
  for (
    const message of [
      "Request too large for model x on tokens per min (TPM): Limit 30000, Requested 45000",
      "max_tokens must be less than or equal to 8192",
      "Invalid 'messages[0].content': string too long. Expected a string with maximum length 1048576",
      "The context parameter is not supported",
    ]
  ) assert.equal(overflowOf({ status: 400, message }), undefined, message);
});
