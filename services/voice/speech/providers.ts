/** Who transcribes, answers and speaks, as the settings say. */
import { azureProvider, openaiProvider, type Provider } from "lib/provider.ts";
import type { Env } from "../env.ts";

/** The provider of a model: on Azure each model is a deployment with an address of its own. */
export interface ModelProvider {
  readonly configured: boolean;
  readonly setting: string;
  of(model: string): Provider;
}

export interface VoiceProviders {
  speechToText: ModelProvider;
  chat: ModelProvider;
  textToSpeech: ModelProvider;
}

export function createProviders(env: Env): VoiceProviders {
  const usesAzure = !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL && !!env.AZURE_OPENAI_API_KEY;
  const shared = (timeoutMs: number) =>
    usesAzure ? azureModels(env, timeoutMs) : openaiModels(env, timeoutMs);
  const own = (
    { baseUrl, apiKey, setting, timeoutMs }: {
      baseUrl?: string;
      apiKey?: string;
      setting: string;
      timeoutMs: number;
    },
  ) => baseUrl || apiKey ? same(openaiProvider({ apiKey, baseUrl, setting, timeoutMs })) : shared(timeoutMs);
  const chatMs = env.LLM_TIMEOUT_SECONDS * 1000;
  return {
    speechToText: own({
      baseUrl: env.STT_BASE_URL,
      apiKey: env.STT_API_KEY,
      setting: "STT_API_KEY",
      timeoutMs: env.STT_TIMEOUT_SECONDS * 1000,
    }),
    chat: own({
      baseUrl: env.LLM_BASE_URL,
      apiKey: env.LLM_API_KEY,
      setting: "LLM_API_KEY",
      timeoutMs: chatMs,
    }),
    textToSpeech: own({
      baseUrl: env.TTS_BASE_URL,
      apiKey: env.TTS_API_KEY,
      setting: "TTS_API_KEY",
      timeoutMs: chatMs,
    }),
  };
}

/** The chat model of a language. */
export function chatModelOf(env: Env): (language: string) => string {
  const usual = env.LLM_MODEL ?? (env.OPENAI_API_KEY ? undefined : env.AZURE_OPENAI_DEPLOYMENT) ??
    "gpt-4.1-mini";
  return (language) => language === "ar" ? env.LLM_ARABIC_MODEL ?? usual : usual;
}

function same(provider: Provider): ModelProvider {
  return { configured: provider.configured, setting: provider.setting, of: () => provider };
}

function openaiModels(env: Env, timeoutMs: number): ModelProvider {
  return same(openaiProvider({ apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, timeoutMs }));
}

function azureModels(env: Env, timeoutMs: number): ModelProvider {
  const providers = new Map<string, Provider>();
  const of = (deployment: string) => {
    const known = providers.get(deployment);
    if (known) return known;
    const { AZURE_OPENAI_API_KEY: apiKey, AZURE_OPENAI_ENDPOINT: endpoint } = env;
    const provider = azureProvider({ apiKey, endpoint, deployment, timeoutMs });
    // Callers choose models: their number is bounded.
    if (providers.size < 100) providers.set(deployment, provider);
    return provider;
  };
  const { configured, setting } = of(env.AZURE_OPENAI_DEPLOYMENT ?? env.STT_MODEL);
  return { configured, setting, of };
}
