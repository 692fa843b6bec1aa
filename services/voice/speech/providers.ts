/** Chooses by the settings which providers transcribe, answer and speak. */
import { azureProvider, openaiProvider, type Provider } from "lib/providers/provider.ts";
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

// Every way to configure a provider, named where none is; those for all models come first.
const FOR_ALL = "OPENAI_API_KEY, OPENAI_BASE_URL (any compatible server), AZURE_OPENAI_API_KEY";
const WAYS = {
  speechToText: `${FOR_ALL}, STT_BASE_URL (a speech server) or STT_LOCAL_MODEL_DIR (a model in this process)`,
  chat: `${FOR_ALL} or LLM_BASE_URL`,
  textToSpeech: `${FOR_ALL} or TTS_BASE_URL`,
};

export function createProviders(env: Env): VoiceProviders {
  const usesAzure = !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL && !!env.AZURE_OPENAI_API_KEY;
  const shared = (setting: string, timeoutMs: number) =>
    usesAzure ? azureModels(env, timeoutMs) : openaiModels(env, { setting, timeoutMs });
  const own = (
    { baseUrl, apiKey, ways, timeoutMs }: {
      baseUrl?: string;
      apiKey?: string;
      ways: string;
      timeoutMs: number;
    },
  ) => baseUrl || apiKey ? same(openaiProvider({ apiKey, baseUrl, timeoutMs })) : shared(ways, timeoutMs);
  const chatMs = env.LLM_TIMEOUT_SECONDS * 1000;
  return {
    speechToText: own({
      baseUrl: env.STT_BASE_URL,
      apiKey: env.STT_API_KEY,
      ways: WAYS.speechToText,
      timeoutMs: env.STT_TIMEOUT_SECONDS * 1000,
    }),
    chat: own({
      baseUrl: env.LLM_BASE_URL,
      apiKey: env.LLM_API_KEY,
      ways: WAYS.chat,
      timeoutMs: chatMs,
    }),
    textToSpeech: own({
      baseUrl: env.TTS_BASE_URL,
      apiKey: env.TTS_API_KEY,
      ways: WAYS.textToSpeech,
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

function openaiModels(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl }: Env,
  { setting, timeoutMs }: { setting: string; timeoutMs: number },
): ModelProvider {
  return same(openaiProvider({ apiKey, baseUrl, setting, timeoutMs }));
}

function azureModels(env: Env, timeoutMs: number): ModelProvider {
  const providers = new Map<string, Provider>();
  const deploymentProvider = (deployment: string) => {
    const known = providers.get(deployment);
    if (known) return known;
    const { AZURE_OPENAI_API_KEY: apiKey, AZURE_OPENAI_ENDPOINT: endpoint } = env;
    const provider = azureProvider({ apiKey, endpoint, deployment, timeoutMs });
    // Callers choose models: their number is bounded.
    if (providers.size < 100) providers.set(deployment, provider);
    return provider;
  };
  const { configured, setting } = deploymentProvider(env.AZURE_OPENAI_DEPLOYMENT ?? env.STT_MODEL);
  return { configured, setting, of: deploymentProvider };
}
