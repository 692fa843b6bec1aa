import type { Price } from "./price.ts";

/** Source page and date of a list price. */
export interface PriceSource {
  as_of: string;
  page: string;
}

/**
 * Sources and dates of list prices: standard tier, without regional surcharges. Contract prices go into the
 * configuration file and take precedence.
 */
export const PRICE_SOURCES: Record<string, PriceSource> = {
  openai: { as_of: "2026-11-18", page: "https://developers.openai.com/api/docs/pricing" },
  anthropic: { as_of: "2026-10-24", page: "https://platform.claude.com/docs/en/about-claude/pricing" },
  gemini: { as_of: "2026-10-07", page: "https://ai.google.dev/gemini-api/docs/pricing" },
  mistral: { as_of: "2026-05-22", page: "https://mistral.ai/pricing" },
  deepseek: { as_of: "2026-10-27", page: "https://api-docs.deepseek.com/quick_start/pricing" },
  groq: { as_of: "2025-11-21", page: "https://groq.com/pricing" },
  together: { as_of: "2025-11-21", page: "https://www.together.ai/pricing" },
  fireworks: { as_of: "2025-11-21", page: "https://fireworks.ai/pricing" },
  xai: { as_of: "2026-08-13", page: "https://docs.x.ai/developers/models" },
  cerebras: { as_of: "2025-11-21", page: "https://www.cerebras.ai/pricing" },
  cohere: { as_of: "2025-11-21", page: "https://cohere.com/pricing" },
  bedrock: { as_of: "2026-10-24", page: "https://aws.amazon.com/bedrock/pricing" },
};

/** Above `above` prompt tokens, the whole request costs `input` times the input and `outputHalves` / 2 times the output price. */
export interface LongPrompt {
  above: number;
  input: bigint;
  outputHalves: bigint;
}

/** A model: id, prices in USD per million tokens, further prices, capabilities, context window. */
export type ListedModel = [
  id: string,
  input: string,
  output: string,
  more: Omit<Price, "input" | "output" | "long_prompt"> & { long?: LongPrompt },
  capabilities: string,
  window: number,
];

const LONG = { above: 272_000, input: 2n, outputHalves: 3n };
const LONG_200K = { above: 200_000, input: 2n, outputHalves: 3n };
const LONG_GROK = { above: 200_000, input: 2n, outputHalves: 4n };
const LONG_HAIKU = { above: 100_000, input: 5n, outputHalves: 10n };
const SEEING = "chat tools vision";
const FULL = "chat tools vision reasoning";
const HEARING = "chat tools vision audio reasoning";

/** The models of each provider at their list prices. */
export const LISTED: Record<string, ListedModel[]> = {
  openai: [
    ["gpt-6.2-astra", "8", "40", { cached_input: "0.4", cache_write: "10", long: LONG }, FULL, 1_050_000],
    ["gpt-6.2-sol", "2", "10", { cached_input: "0.1", cache_write: "2.5", long: LONG }, FULL, 1_050_000],
    ["gpt-6.1-sol", "2", "10", { cached_input: "0.1", cache_write: "2.5", long: LONG }, FULL, 1_050_000],
    ["gpt-6.1-terra", "1", "5", { cached_input: "0.05", cache_write: "1.25", long: LONG }, FULL, 1_050_000],
    ["gpt-6-astra", "10", "50", { cached_input: "1", cache_write: "12.5", long: LONG }, FULL, 1_050_000],
    ["gpt-6-sol", "2", "10", { cached_input: "0.2", cache_write: "2.5", long: LONG }, FULL, 1_050_000],
    ["gpt-6-luna", "0.1", "0.5", { cached_input: "0.01", cache_write: "0.125", long: LONG }, FULL, 1_050_000],
    ["gpt-5.6", "4", "20", { cached_input: "0.4", cache_write: "5", long: LONG }, FULL, 1_050_000],
    ["gpt-5.6-sol", "4", "20", { cached_input: "0.4", cache_write: "5", long: LONG }, FULL, 1_050_000],
    ["gpt-5.6-terra", "2", "12", { cached_input: "0.2", cache_write: "2.5", long: LONG }, FULL, 1_050_000],
    [
      "gpt-5.6-luna",
      "0.2",
      "1.2",
      { cached_input: "0.02", cache_write: "0.25", long: LONG },
      FULL,
      1_050_000,
    ],
    ["gpt-5.5", "5", "30", { cached_input: "0.5", long: LONG }, FULL, 1_050_000],
    ["gpt-5.4", "2.5", "15", { cached_input: "0.25", long: LONG }, FULL, 1_050_000],
    ["gpt-5.4-mini", "0.75", "4.5", { cached_input: "0.075" }, FULL, 1_050_000],
    ["gpt-5.4-nano", "0.2", "1.25", { cached_input: "0.02" }, FULL, 1_050_000],
    ["gpt-5.2", "1.75", "14", { cached_input: "0.175" }, FULL, 400_000],
    ["gpt-5.1", "1.25", "10", { cached_input: "0.125" }, FULL, 400_000],
    ["gpt-5", "1.25", "10", { cached_input: "0.125" }, FULL, 400_000],
    ["gpt-5-mini", "0.25", "2", { cached_input: "0.025" }, FULL, 400_000],
    ["gpt-5-nano", "0.05", "0.4", { cached_input: "0.005" }, FULL, 400_000],
    ["gpt-5-chat", "1.25", "10", { cached_input: "0.125" }, "chat vision", 128_000],
    ["gpt-4.1", "2", "8", { cached_input: "0.5" }, SEEING, 1_047_576],
    ["gpt-4.1-mini", "0.4", "1.6", { cached_input: "0.1" }, SEEING, 1_047_576],
    ["gpt-4.1-nano", "0.1", "0.4", { cached_input: "0.025" }, SEEING, 1_047_576],
    ["gpt-4o", "2.5", "10", { cached_input: "1.25" }, SEEING, 128_000],
    ["gpt-4o-2024-05-13", "5", "15", {}, SEEING, 128_000],
    ["chatgpt-4o", "5", "15", {}, "chat vision", 128_000],
    ["gpt-4o-mini", "0.15", "0.6", { cached_input: "0.075" }, SEEING, 128_000],
    ["gpt-audio", "2.5", "10", { audio_input: "32", audio_output: "64" }, "chat tools audio", 128_000],
    ["o1", "15", "60", { cached_input: "7.5" }, FULL, 200_000],
    ["o3", "2", "8", { cached_input: "0.5" }, FULL, 200_000],
    ["o3-mini", "1.1", "4.4", { cached_input: "0.55" }, "chat tools reasoning", 200_000],
    ["o4-mini", "1.1", "4.4", { cached_input: "0.275" }, FULL, 200_000],
    ["gpt-4-turbo", "10", "30", {}, SEEING, 128_000],
    ["gpt-4", "30", "60", {}, "chat tools", 8_192],
    ["gpt-3.5-turbo", "0.5", "1.5", {}, "chat tools", 16_385],
    ["text-embedding-3-small", "0.02", "0", {}, "embeddings", 8_192],
    ["text-embedding-3-large", "0.13", "0", {}, "embeddings", 8_192],
    ["text-embedding-ada-002", "0.1", "0", {}, "embeddings", 8_192],
  ],
  anthropic: [
    ["claude-fable-5-1", "10", "50", { cached_input: "0.25", cache_write: "12.5" }, FULL, 1_000_000],
    ["claude-fable-5", "10", "50", { cached_input: "1", cache_write: "12.5" }, FULL, 1_000_000],
    ["claude-opus-5-5", "4", "20", { cached_input: "0.2", cache_write: "5" }, FULL, 1_000_000],
    ["claude-opus-5", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["claude-opus-4-8", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["claude-opus-4-7", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["claude-opus-4-6", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["claude-opus-4-5", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 200_000],
    ["claude-sonnet-5-5", "2", "10", { cached_input: "0.1", cache_write: "2.5" }, FULL, 1_000_000],
    ["claude-sonnet-5", "2", "10", { cached_input: "0.2", cache_write: "2.5" }, FULL, 1_000_000],
    ["claude-sonnet-4-6", "3", "15", { cached_input: "0.3", cache_write: "3.75" }, FULL, 1_000_000],
    ["claude-sonnet-4-5", "3", "15", { cached_input: "0.3", cache_write: "3.75" }, FULL, 200_000],
    [
      "claude-haiku-5-5",
      "0.1",
      "0.5",
      { cached_input: "0.01", cache_write: "0.125", long: LONG_HAIKU },
      FULL,
      1_000_000,
    ],
    ["claude-haiku-4-5", "1", "5", { cached_input: "0.1", cache_write: "1.25" }, FULL, 200_000],
    [
      "claude-3-haiku",
      "0.25",
      "1.25",
      { cached_input: "0.03", cache_write: "0.3" },
      SEEING,
      200_000,
    ],
  ],
  gemini: [
    // Doubles in 2027.
    ["gemini-3.8-flash", "0.75", "3.75", { cached_input: "0.075" }, HEARING, 1_048_576],
    ["gemini-3.7-flash", "0.75", "3.75", { cached_input: "0.075" }, HEARING, 1_048_576],
    ["gemini-3.6-flash", "0.75", "3.75", { cached_input: "0.075" }, HEARING, 1_048_576],
    ["gemini-3.5-flash", "1.5", "9", { cached_input: "0.15" }, HEARING, 1_048_576],
    ["gemini-3.5-flash-lite", "0.3", "2.5", { cached_input: "0.03" }, HEARING, 1_048_576],
    ["gemini-3.1-pro-preview", "2", "12", { cached_input: "0.2", long: LONG_200K }, HEARING, 1_048_576],
    ["gemini-2.5-pro", "1.25", "10", { cached_input: "0.125", long: LONG_200K }, HEARING, 1_048_576],
    ["gemini-embedding-2", "0.2", "0", {}, "embeddings", 8_192],
    [
      "gemini-2.5-flash",
      "0.3",
      "2.5",
      { cached_input: "0.03", audio_input: "1" },
      HEARING,
      1_048_576,
    ],
    [
      "gemini-2.5-flash-lite",
      "0.1",
      "0.4",
      { cached_input: "0.01", audio_input: "0.3" },
      HEARING,
      1_048_576,
    ],
    ["gemini-embedding-001", "0.15", "0", {}, "embeddings", 2_048],
  ],
  mistral: [
    ["mistral-medium", "1.5", "7.5", {}, SEEING, 256_000],
    ["mistral-medium-3-5", "1.5", "7.5", {}, SEEING, 256_000],
    ["mistral-medium-3.5", "1.5", "7.5", {}, SEEING, 256_000],
    ["mistral-large", "2", "6", {}, "chat tools", 131_072],
    ["mistral-small", "0.1", "0.3", {}, SEEING, 131_072],
    ["magistral-medium", "2", "5", {}, "chat tools reasoning", 40_960],
    ["magistral-small", "0.5", "1.5", {}, "chat tools reasoning", 40_960],
    ["codestral", "0.3", "0.9", {}, "chat tools", 262_144],
    ["devstral-medium", "0.4", "2", {}, "chat tools", 131_072],
    ["ministral-8b", "0.1", "0.1", {}, "chat tools", 131_072],
    ["ministral-3b", "0.04", "0.04", {}, "chat tools", 131_072],
    ["pixtral-large", "2", "6", {}, SEEING, 131_072],
    ["open-mistral-nemo", "0.15", "0.15", {}, "chat tools", 131_072],
    ["mistral-embed", "0.1", "0", {}, "embeddings", 8_192],
  ],
  deepseek: [
    // Peak price; DeepSeek bills half of it in off-peak hours.
    ["deepseek-flash", "0.3", "1.2", { cached_input: "0.006" }, FULL, 1_000_000],
    ["deepseek-v4-flash", "0.3", "1.2", { cached_input: "0.006" }, FULL, 1_000_000],
    ["deepseek-v4-pro", "1.32", "3.96", { cached_input: "0.044" }, "chat tools reasoning", 1_000_000],
  ],
  groq: [
    ["openai/gpt-oss-120b", "0.15", "0.6", { cached_input: "0.075" }, "chat tools reasoning", 131_072],
    ["openai/gpt-oss-20b", "0.075", "0.3", { cached_input: "0.037" }, "chat tools reasoning", 131_072],
    ["llama-3.3-70b-versatile", "0.59", "0.79", {}, "chat tools", 131_072],
    ["llama-3.1-8b-instant", "0.05", "0.08", {}, "chat tools", 131_072],
    ["meta-llama/llama-4-scout-17b-16e-instruct", "0.11", "0.34", {}, SEEING, 131_072],
    ["meta-llama/llama-4-maverick-17b-128e-instruct", "0.2", "0.6", {}, SEEING, 131_072],
    ["qwen/qwen3-32b", "0.29", "0.59", {}, "chat tools reasoning", 131_072],
    ["moonshotai/kimi-k2-instruct", "1", "3", {}, "chat tools", 131_072],
  ],
  together: [
    ["meta-llama/Llama-3.3-70B-Instruct-Turbo", "0.88", "0.88", {}, "chat tools", 131_072],
    ["meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo", "0.18", "0.18", {}, "chat tools", 131_072],
    ["meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo", "3.5", "3.5", {}, "chat tools", 130_815],
    ["Qwen/Qwen2.5-72B-Instruct-Turbo", "1.2", "1.2", {}, "chat tools", 32_768],
    ["Qwen/Qwen2.5-7B-Instruct-Turbo", "0.3", "0.3", {}, "chat tools", 32_768],
    ["deepseek-ai/DeepSeek-V3", "1.25", "1.25", {}, "chat tools", 131_072],
    ["deepseek-ai/DeepSeek-R1", "3", "7", {}, "chat reasoning", 163_840],
    ["mistralai/Mixtral-8x7B-Instruct-v0.1", "0.6", "0.6", {}, "chat", 32_768],
  ],
  fireworks: [
    ["accounts/fireworks/models/llama-v3p3-70b-instruct", "0.9", "0.9", {}, "chat tools", 131_072],
    ["accounts/fireworks/models/deepseek-v3", "0.9", "0.9", {}, "chat tools", 131_072],
  ],
  xai: [
    ["grok-4.6", "2", "6", { cached_input: "0.5", long: LONG_GROK }, FULL, 500_000],
    ["grok-4.5", "2", "6", { cached_input: "0.5", long: LONG_GROK }, FULL, 500_000],
    ["grok-4.3", "1.25", "2.5", { cached_input: "0.2", long: LONG_GROK }, FULL, 1_000_000],
    ["grok-4.20-0309-reasoning", "1.25", "2.5", { cached_input: "0.2", long: LONG_GROK }, FULL, 1_000_000],
    [
      "grok-4.20-0309-non-reasoning",
      "1.25",
      "2.5",
      { cached_input: "0.2", long: LONG_GROK },
      SEEING,
      1_000_000,
    ],
    ["grok-4", "3", "15", { cached_input: "0.75" }, FULL, 256_000],
    [
      "grok-4-fast-reasoning",
      "0.2",
      "0.5",
      { cached_input: "0.05" },
      FULL,
      2_000_000,
    ],
    ["grok-4-fast-non-reasoning", "0.2", "0.5", { cached_input: "0.05" }, SEEING, 2_000_000],
    ["grok-code-fast-1", "0.2", "1.5", { cached_input: "0.02" }, "chat tools reasoning", 256_000],
    ["grok-3", "3", "15", { cached_input: "0.75" }, "chat tools", 131_072],
    ["grok-3-mini", "0.3", "0.5", { cached_input: "0.075" }, "chat tools reasoning", 131_072],
  ],
  cerebras: [
    ["llama-3.3-70b", "0.85", "1.2", {}, "chat tools", 128_000],
    ["llama3.1-8b", "0.1", "0.1", {}, "chat tools", 32_768],
  ],
  cohere: [
    ["command-a-03-2025", "2.5", "10", {}, "chat tools", 256_000],
    ["command-r-plus-08-2024", "2.5", "10", {}, "chat tools", 128_000],
    ["command-r-08-2024", "0.15", "0.6", {}, "chat tools", 128_000],
    ["command-r7b-12-2024", "0.0375", "0.15", {}, "chat tools", 128_000],
    ["command-r7b-arabic-02-2025", "0.0375", "0.15", {}, "chat tools", 128_000],
    ["embed-v4.0", "0.12", "0", {}, "embeddings", 128_000],
    ["embed-multilingual-v3.0", "0.1", "0", {}, "embeddings", 512],
    ["embed-english-v3.0", "0.1", "0", {}, "embeddings", 512],
  ],
  bedrock: [
    ["anthropic.claude-opus-5-5", "4", "20", { cached_input: "0.2", cache_write: "5" }, FULL, 1_000_000],
    ["anthropic.claude-opus-5", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["anthropic.claude-opus-4-8", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["anthropic.claude-opus-4-7", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["anthropic.claude-opus-4-6", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 1_000_000],
    ["anthropic.claude-opus-4-5", "5", "25", { cached_input: "0.5", cache_write: "6.25" }, FULL, 200_000],
    ["anthropic.claude-sonnet-5-5", "2", "10", { cached_input: "0.1", cache_write: "2.5" }, FULL, 1_000_000],
    ["anthropic.claude-sonnet-5", "2", "10", { cached_input: "0.2", cache_write: "2.5" }, FULL, 1_000_000],
    ["anthropic.claude-sonnet-4-6", "3", "15", { cached_input: "0.3", cache_write: "3.75" }, FULL, 1_000_000],
    ["anthropic.claude-sonnet-4-5", "3", "15", { cached_input: "0.3", cache_write: "3.75" }, FULL, 200_000],
    [
      "anthropic.claude-haiku-5-5",
      "0.1",
      "0.5",
      { cached_input: "0.01", cache_write: "0.125", long: LONG_HAIKU },
      FULL,
      1_000_000,
    ],
    ["anthropic.claude-haiku-4-5", "1", "5", { cached_input: "0.1", cache_write: "1.25" }, FULL, 200_000],
    ["amazon.nova-2-lite", "0.3", "2.5", { cached_input: "0.075" }, FULL, 1_000_000],
    ["amazon.nova-premier", "2.5", "12.5", { cached_input: "0.625" }, SEEING, 1_000_000],
    ["amazon.nova-pro", "0.8", "3.2", { cached_input: "0.2" }, SEEING, 300_000],
    ["amazon.nova-lite", "0.06", "0.24", { cached_input: "0.015" }, SEEING, 300_000],
    ["amazon.nova-micro", "0.035", "0.14", { cached_input: "0.00875" }, "chat tools", 128_000],
    [
      "anthropic.claude-opus-4-1",
      "15",
      "75",
      { cached_input: "1.5", cache_write: "18.75" },
      FULL,
      200_000,
    ],
    ["anthropic.claude-3-haiku", "0.25", "1.25", {}, SEEING, 200_000],
    ["meta.llama3-3-70b-instruct", "0.72", "0.72", {}, "chat tools", 131_072],
    ["meta.llama3-1-8b-instruct", "0.22", "0.22", {}, "chat tools", 131_072],
  ],
};
