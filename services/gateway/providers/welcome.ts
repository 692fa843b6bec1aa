/** The providers that a start found, for the person at the terminal, and the setting that adds one. */
import type { ConfigHolder } from "./config.ts";

const OLLAMA = "http://127.0.0.1:11434";
const WAIT_MS = 500;

/**
 * Lines about the available providers; an Ollama server on its usual port is detected and suggested, but
 * never used without a setting.
 */
export async function providerLines(config: ConfigHolder, ollama: string = OLLAMA): Promise<string[]> {
  const current = config.current();
  const named = [
    ...current.models().map(({ owned_by }) => owned_by),
    ...current.discoverable().map(({ provider }) => provider),
  ];
  const providers = [...new Set(named)].filter((name) => name !== "echo");
  if (providers.length > 0) return [`Model providers: ${providers.join(", ")}.`];
  const found = await answers(`${ollama}/api/version`);
  return [
    "No model provider is set: only the built-in model echo answers.",
    found
      ? `Ollama runs on this machine: start again with OLLAMA_BASE_URL=${ollama} to use it.`
      : "Set OPENAI_API_KEY, OLLAMA_BASE_URL or another provider's setting (.env is read) and start again.",
  ];
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
