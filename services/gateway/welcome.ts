/** Start-up message with the found providers, and the settings that add or correct one. */
import { checkProvider, type ProviderCheck, providersOf } from "./provider_check.ts";
import { within } from "lib/deadlines.ts";
import type { ConfigHolder } from "./providers/config.ts";
import type { Target } from "./providers/target.ts";

const OLLAMA = "http://127.0.0.1:11434";
const OLLAMA_WITHIN_MS = 500;
/** Short, because a person waits; providers that do not answer in time are listed without a check. */
const PROVIDERS_WITHIN_MS = 3_000;

/**
 * Lines about the available providers, each checked once. An Ollama server on its default port is detected and
 * suggested, but never used without a setting.
 */
export async function providerLines(
  config: ConfigHolder,
  { ollama = OLLAMA, withinMs = PROVIDERS_WITHIN_MS }: { ollama?: string; withinMs?: number } = {},
): Promise<string[]> {
  const targets = providersOf(config.current()).filter(({ provider }) => provider !== "echo");
  if (targets.length > 0) {
    const faults = await Promise.all(targets.map((target) => faultOf(target, withinMs)));
    return [
      `Model providers: ${targets.map(({ provider }) => provider).join(", ")}.`,
      ...faults.filter((fault) => fault !== undefined),
    ];
  }
  return [
    "No model provider is set: only the built-in model echo answers.",
    await ollamaRuns(ollama)
      ? `Ollama runs on this machine: start again with OLLAMA_BASE_URL=${ollama} to use it.`
      : "Set OPENAI_API_KEY, OLLAMA_BASE_URL or another provider's setting (.env is read) and start again.",
  ];
}

/** Whether an Ollama server answers at `address`, by default its standard one. */
export async function ollamaRuns(address = OLLAMA): Promise<boolean> {
  try {
    const response = await fetch(`${address}/api/version`, { signal: AbortSignal.timeout(OLLAMA_WITHIN_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** A sentence about a provider with a wrong setting; undefined without an error. */
async function faultOf(target: Target, withinMs: number): Promise<string | undefined> {
  const check = await within(withinMs, checkProvider(target)).catch(() => undefined);
  return check && sentence(check);
}

function sentence({ provider, address, outcome, status, setting }: ProviderCheck): string | undefined {
  switch (outcome) {
    case "refuses_key":
      return `${provider} refuses the key: correct ${setting} and start again.`;
    case "unreachable":
      return `${provider} cannot be reached at ${address}: check ${
        setting ?? "HTTPS_PROXY"
      } and the network.`;
    case "no_list":
    case "unexpected":
      return `${provider} answers ${status} at ${address}: check ${setting ?? "its status page"}.`;
    case "fails":
      return `${provider} fails at the moment (${status}).`;
    default:
      return undefined;
  }
}
