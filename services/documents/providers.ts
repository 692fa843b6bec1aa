import { azureProvider, openaiProvider, type Provider } from "lib/providers/provider.ts";
import type { ProviderEnv } from "lib/env.ts";
import type { Env } from "./env.ts";

/** A model and its provider. */
export interface Model {
  provider: Provider;
  model: string;
}

export interface Models {
  /** Refines the rules' results; undefined without LLM_MODEL. */
  text?: Model;
  /** Reads images instead of the local OCR engines; undefined without OCR_GPU. */
  vision?: Model;
  /** The provider's missing setting, when a model is configured. */
  missingSetting?: string;
}

const TIMEOUT_MS = 120_000;

export function createModels(env: Env): Models {
  const modelFor = (model: string | undefined): Model | undefined =>
    model === undefined ? undefined : { provider: providerOf(env, model), model };
  const text = modelFor(env.LLM_MODEL);
  const vision = env.OCR_GPU ? modelFor(env.OCR_VISION_MODEL) : undefined;
  const missing = [text, vision].find((one) => one && !one.provider.configured);
  return { text, vision, missingSetting: missing?.provider.setting };
}

/** The provider of a model. Azure, used when only its settings are present, has one deployment per model. */
function providerOf(env: ProviderEnv, model: string): Provider {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, AZURE_OPENAI_API_KEY, AZURE_OPENAI_ENDPOINT } = env;
  if (OPENAI_API_KEY || OPENAI_BASE_URL || !AZURE_OPENAI_API_KEY) {
    return openaiProvider({ apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL, timeoutMs: TIMEOUT_MS });
  }
  return azureProvider({
    apiKey: AZURE_OPENAI_API_KEY,
    endpoint: AZURE_OPENAI_ENDPOINT,
    deployment: model,
    timeoutMs: TIMEOUT_MS,
  });
}
