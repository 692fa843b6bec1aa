import type { Price } from "./prices.ts";

export type Capability = "chat" | "embeddings" | "tools" | "vision" | "audio" | "reasoning";

/** What is known of a model before it is called. */
export interface CatalogueModel {
  provider: string;
  id: string;
  price: Price;
  capabilities: Capability[];
  /** Tokens. */
  context_window: number;
}

/**
 * When the list prices below were last written down, from the providers' price pages: standard tier, the
 * lower step where a price depends on the prompt's length, without regional additions. A contract's own
 * prices go into the configuration file and win.
 */
export const PRICES_AS_OF = "2025-11-21";

type Row = [
  id: string,
  input: string,
  output: string,
  more: Partial<Price>,
  capabilities: string,
  window: number,
];

const ROWS: Record<string, Row[]> = {
  openai: [
    ["gpt-5.1", "1.25", "10", { cached_input: "0.125" }, "chat tools vision reasoning", 400_000],
    ["gpt-5", "1.25", "10", { cached_input: "0.125" }, "chat tools vision reasoning", 400_000],
    ["gpt-5-mini", "0.25", "2", { cached_input: "0.025" }, "chat tools vision reasoning", 400_000],
    ["gpt-5-nano", "0.05", "0.4", { cached_input: "0.005" }, "chat tools vision reasoning", 400_000],
    ["gpt-5-chat", "1.25", "10", { cached_input: "0.125" }, "chat vision", 128_000],
    ["gpt-4.1", "2", "8", { cached_input: "0.5" }, "chat tools vision", 1_047_576],
    ["gpt-4.1-mini", "0.4", "1.6", { cached_input: "0.1" }, "chat tools vision", 1_047_576],
    ["gpt-4.1-nano", "0.1", "0.4", { cached_input: "0.025" }, "chat tools vision", 1_047_576],
    ["gpt-4o", "2.5", "10", { cached_input: "1.25" }, "chat tools vision", 128_000],
    ["gpt-4o-2024-05-13", "5", "15", {}, "chat tools vision", 128_000],
    ["chatgpt-4o", "5", "15", {}, "chat vision", 128_000],
    ["gpt-4o-mini", "0.15", "0.6", { cached_input: "0.075" }, "chat tools vision", 128_000],
    [
      "gpt-4o-audio-preview",
      "2.5",
      "10",
      { audio_input: "40", audio_output: "80" },
      "chat tools audio",
      128_000,
    ],
    [
      "gpt-4o-mini-audio-preview",
      "0.15",
      "0.6",
      { audio_input: "10", audio_output: "20" },
      "chat tools audio",
      128_000,
    ],
    ["gpt-audio", "2.5", "10", { audio_input: "32", audio_output: "64" }, "chat tools audio", 128_000],
    ["o1", "15", "60", { cached_input: "7.5" }, "chat tools vision reasoning", 200_000],
    ["o1-mini", "1.1", "4.4", { cached_input: "0.55" }, "chat reasoning", 128_000],
    ["o3", "2", "8", { cached_input: "0.5" }, "chat tools vision reasoning", 200_000],
    ["o3-mini", "1.1", "4.4", { cached_input: "0.55" }, "chat tools reasoning", 200_000],
    ["o4-mini", "1.1", "4.4", { cached_input: "0.275" }, "chat tools vision reasoning", 200_000],
    ["gpt-4-turbo", "10", "30", {}, "chat tools vision", 128_000],
    ["gpt-4", "30", "60", {}, "chat tools", 8_192],
    ["gpt-3.5-turbo", "0.5", "1.5", {}, "chat tools", 16_385],
    ["text-embedding-3-small", "0.02", "0", {}, "embeddings", 8_192],
    ["text-embedding-3-large", "0.13", "0", {}, "embeddings", 8_192],
    ["text-embedding-ada-002", "0.1", "0", {}, "embeddings", 8_192],
  ],
  anthropic: [
    [
      "claude-opus-4-5",
      "5",
      "25",
      { cached_input: "0.5", cache_write: "6.25" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-opus-4-1",
      "15",
      "75",
      { cached_input: "1.5", cache_write: "18.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-opus-4",
      "15",
      "75",
      { cached_input: "1.5", cache_write: "18.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-sonnet-4-5",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-sonnet-4",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-3-7-sonnet",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-3-5-sonnet",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision",
      200_000,
    ],
    [
      "claude-haiku-4-5",
      "1",
      "5",
      { cached_input: "0.1", cache_write: "1.25" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "claude-3-5-haiku",
      "0.8",
      "4",
      { cached_input: "0.08", cache_write: "1" },
      "chat tools vision",
      200_000,
    ],
    [
      "claude-3-haiku",
      "0.25",
      "1.25",
      { cached_input: "0.03", cache_write: "0.3" },
      "chat tools vision",
      200_000,
    ],
    [
      "claude-3-opus",
      "15",
      "75",
      { cached_input: "1.5", cache_write: "18.75" },
      "chat tools vision",
      200_000,
    ],
  ],
  gemini: [
    [
      "gemini-2.5-pro",
      "1.25",
      "10",
      { cached_input: "0.125" },
      "chat tools vision audio reasoning",
      1_048_576,
    ],
    [
      "gemini-2.5-flash",
      "0.3",
      "2.5",
      { cached_input: "0.03", audio_input: "1" },
      "chat tools vision audio reasoning",
      1_048_576,
    ],
    [
      "gemini-2.5-flash-lite",
      "0.1",
      "0.4",
      { cached_input: "0.01", audio_input: "0.3" },
      "chat tools vision audio reasoning",
      1_048_576,
    ],
    [
      "gemini-2.0-flash",
      "0.1",
      "0.4",
      { cached_input: "0.025", audio_input: "0.7" },
      "chat tools vision audio",
      1_048_576,
    ],
    ["gemini-2.0-flash-lite", "0.075", "0.3", {}, "chat tools vision", 1_048_576],
    ["gemini-1.5-pro", "1.25", "5", { cached_input: "0.3125" }, "chat tools vision", 2_097_152],
    ["gemini-1.5-flash", "0.075", "0.3", { cached_input: "0.01875" }, "chat tools vision", 1_048_576],
    ["gemini-embedding-001", "0.15", "0", {}, "embeddings", 2_048],
  ],
  mistral: [
    ["mistral-large", "2", "6", {}, "chat tools", 131_072],
    ["mistral-medium", "0.4", "2", {}, "chat tools vision", 131_072],
    ["mistral-small", "0.1", "0.3", {}, "chat tools vision", 131_072],
    ["magistral-medium", "2", "5", {}, "chat tools reasoning", 40_960],
    ["magistral-small", "0.5", "1.5", {}, "chat tools reasoning", 40_960],
    ["codestral", "0.3", "0.9", {}, "chat tools", 262_144],
    ["devstral-medium", "0.4", "2", {}, "chat tools", 131_072],
    ["ministral-8b", "0.1", "0.1", {}, "chat tools", 131_072],
    ["ministral-3b", "0.04", "0.04", {}, "chat tools", 131_072],
    ["pixtral-large", "2", "6", {}, "chat tools vision", 131_072],
    ["open-mistral-nemo", "0.15", "0.15", {}, "chat tools", 131_072],
    ["mistral-embed", "0.1", "0", {}, "embeddings", 8_192],
  ],
  deepseek: [
    ["deepseek-chat", "0.28", "0.42", { cached_input: "0.028" }, "chat tools", 131_072],
    ["deepseek-reasoner", "0.28", "0.42", { cached_input: "0.028" }, "chat reasoning", 131_072],
  ],
  groq: [
    ["llama-3.3-70b-versatile", "0.59", "0.79", {}, "chat tools", 131_072],
    ["llama-3.1-8b-instant", "0.05", "0.08", {}, "chat tools", 131_072],
    ["meta-llama/llama-4-scout-17b-16e-instruct", "0.11", "0.34", {}, "chat tools vision", 131_072],
    ["meta-llama/llama-4-maverick-17b-128e-instruct", "0.2", "0.6", {}, "chat tools vision", 131_072],
    ["openai/gpt-oss-120b", "0.15", "0.75", {}, "chat tools reasoning", 131_072],
    ["openai/gpt-oss-20b", "0.1", "0.5", {}, "chat tools reasoning", 131_072],
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
    ["grok-4", "3", "15", { cached_input: "0.75" }, "chat tools vision reasoning", 256_000],
    [
      "grok-4-fast-reasoning",
      "0.2",
      "0.5",
      { cached_input: "0.05" },
      "chat tools vision reasoning",
      2_000_000,
    ],
    ["grok-4-fast-non-reasoning", "0.2", "0.5", { cached_input: "0.05" }, "chat tools vision", 2_000_000],
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
    ["amazon.nova-premier", "2.5", "12.5", { cached_input: "0.625" }, "chat tools vision", 1_000_000],
    ["amazon.nova-pro", "0.8", "3.2", { cached_input: "0.2" }, "chat tools vision", 300_000],
    ["amazon.nova-lite", "0.06", "0.24", { cached_input: "0.015" }, "chat tools vision", 300_000],
    ["amazon.nova-micro", "0.035", "0.14", { cached_input: "0.00875" }, "chat tools", 128_000],
    [
      "anthropic.claude-opus-4-1",
      "15",
      "75",
      { cached_input: "1.5", cache_write: "18.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "anthropic.claude-sonnet-4-5",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "anthropic.claude-sonnet-4",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "anthropic.claude-haiku-4-5",
      "1",
      "5",
      { cached_input: "0.1", cache_write: "1.25" },
      "chat tools vision reasoning",
      200_000,
    ],
    [
      "anthropic.claude-3-5-sonnet",
      "3",
      "15",
      { cached_input: "0.3", cache_write: "3.75" },
      "chat tools vision",
      200_000,
    ],
    ["anthropic.claude-3-haiku", "0.25", "1.25", {}, "chat tools vision", 200_000],
    ["meta.llama3-3-70b-instruct", "0.72", "0.72", {}, "chat tools", 131_072],
    ["meta.llama3-1-8b-instruct", "0.22", "0.22", {}, "chat tools", 131_072],
  ],
};

const CAPABILITIES: Capability[] = ["chat", "embeddings", "tools", "vision", "audio", "reasoning"];

/** The models whose prices are known. */
export const CATALOGUE: CatalogueModel[] = Object.entries(ROWS).flatMap(([provider, rows]) =>
  rows.map(([id, input, output, more, words, context_window]) => ({
    provider,
    id,
    price: { input, output, ...more },
    capabilities: CAPABILITIES.filter((capability) => words.split(" ").includes(capability)),
    context_window,
  }))
);
