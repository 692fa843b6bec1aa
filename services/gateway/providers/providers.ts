import type { WireName } from "./target.ts";

/** A provider with a known URL and key setting. */
export interface KnownProvider {
  name: string;
  wire: WireName;
  /** URL of its API; with `{region}` if it has several. */
  baseUrl: string;
  /** The environment variable of its key. */
  keyEnv: string;
  /** The environment variable that overrides its URL. */
  urlEnv?: string;
  /** A self-hosted server, which needs a URL but no key. */
  keyless?: boolean;
  /** A self-hosted server whose API is below `/v1`, which its URL may omit. */
  local?: boolean;
}

/** Known providers, in the order of preference for a model that several have. */
export const KNOWN_PROVIDERS: KnownProvider[] = [
  {
    name: "openai",
    wire: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyEnv: "OPENAI_API_KEY",
    urlEnv: "OPENAI_BASE_URL",
    keyless: true,
  },
  {
    name: "anthropic",
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyEnv: "ANTHROPIC_API_KEY",
    urlEnv: "ANTHROPIC_BASE_URL",
  },
  {
    name: "gemini",
    wire: "gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyEnv: "GEMINI_API_KEY",
    urlEnv: "GEMINI_BASE_URL",
  },
  {
    name: "bedrock",
    wire: "bedrock",
    baseUrl: "https://bedrock-runtime.{region}.amazonaws.com",
    keyEnv: "AWS_BEARER_TOKEN_BEDROCK",
    urlEnv: "BEDROCK_BASE_URL",
  },
  {
    name: "cohere",
    wire: "cohere",
    baseUrl: "https://api.cohere.com",
    keyEnv: "COHERE_API_KEY",
    urlEnv: "COHERE_BASE_URL",
  },
  { name: "groq", wire: "openai", baseUrl: "https://api.groq.com/openai/v1", keyEnv: "GROQ_API_KEY" },
  { name: "mistral", wire: "openai", baseUrl: "https://api.mistral.ai/v1", keyEnv: "MISTRAL_API_KEY" },
  { name: "deepseek", wire: "openai", baseUrl: "https://api.deepseek.com/v1", keyEnv: "DEEPSEEK_API_KEY" },
  { name: "together", wire: "openai", baseUrl: "https://api.together.xyz/v1", keyEnv: "TOGETHER_API_KEY" },
  {
    name: "fireworks",
    wire: "openai",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    keyEnv: "FIREWORKS_API_KEY",
  },
  {
    name: "openrouter",
    wire: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    keyEnv: "OPENROUTER_API_KEY",
  },
  { name: "xai", wire: "openai", baseUrl: "https://api.x.ai/v1", keyEnv: "XAI_API_KEY" },
  { name: "cerebras", wire: "openai", baseUrl: "https://api.cerebras.ai/v1", keyEnv: "CEREBRAS_API_KEY" },
  {
    name: "vllm",
    wire: "openai",
    baseUrl: "http://127.0.0.1:8080/v1",
    keyEnv: "VLLM_API_KEY",
    urlEnv: "VLLM_BASE_URL",
    keyless: true,
    local: true,
  },
  {
    name: "ollama",
    wire: "openai",
    baseUrl: "http://127.0.0.1:11434/v1",
    keyEnv: "OLLAMA_API_KEY",
    urlEnv: "OLLAMA_BASE_URL",
    keyless: true,
    local: true,
  },
  {
    name: "llamacpp",
    wire: "openai",
    baseUrl: "http://127.0.0.1:8080/v1",
    keyEnv: "LLAMACPP_API_KEY",
    urlEnv: "LLAMACPP_BASE_URL",
    keyless: true,
    local: true,
  },
  {
    name: "gemini_openai",
    wire: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyEnv: "GEMINI_OPENAI_API_KEY",
  },
];
