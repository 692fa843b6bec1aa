/** Checks whether model providers accept their keys, by listing their models, which costs nothing. */
import { z } from "zod";
import { keyHeader } from "./pass_through/passed_headers.ts";
import type { ConfigHolder } from "./providers/config.ts";
import { KNOWN_PROVIDERS } from "./providers/providers.ts";
import type { Target } from "./providers/target.ts";

const ANSWERS_WITHIN_MS = 10_000;

const OUTCOMES = [
  "answers",
  "refuses_key",
  "limit_reached",
  "no_list",
  "fails",
  "unexpected",
  "unreachable",
  "not_asked",
] as const;

/** The result of checking a provider. */
export const ProviderCheck = z.object({
  provider: z.string(),
  outcome: z.enum(OUTCOMES).meta({
    description: "Result of the check; `not_asked`: the provider has no list of models",
    example: "answers",
  }),
  address: z.string().meta({ description: "URL of the request", example: "https://api.openai.com" }),
  status: z.int().nullable().meta({
    description: "HTTP status of its answer; null: no answer",
    example: 200,
  }),
  latency_ms: z.number().nullable(),
  setting: z.string().nullable().meta({
    description: "The setting to correct, if the check failed",
    example: "OPENAI_API_KEY",
  }),
  ahead_ms: z.number().nullable().meta({
    description: "Seconds by which this machine's clock is ahead of the provider's",
    example: 0,
  }),
}).meta({ id: "ProviderCheck" });
export type ProviderCheck = z.output<typeof ProviderCheck>;

/** One target per provider of `config`, except the built-in one. */
export function providersOf(config: ReturnType<ConfigHolder["current"]>): Target[] {
  const names = new Set([
    ...config.models().map(({ owned_by }) => owned_by),
    ...config.discoverable().map(({ provider }) => provider),
  ]);
  return [...names].flatMap((name) => config.provider(name)?.itself ?? []);
}

/** URL of a provider's model list; undefined if it has none, as Bedrock, whose list needs another host and permission. */
function listOf({ wire, baseUrl, azure }: Target): string | undefined {
  const root = baseUrl.href.replace(/\/+$/, "");
  switch (wire) {
    case "openai":
      return `${root}/models`;
    case "anthropic":
      return `${root}/v1/models?limit=1`;
    case "gemini":
      return `${root}/models?pageSize=1`;
    case "cohere":
      return `${root}/v1/models?page_size=1`;
    case "azure_openai":
      return `${root}/openai/models?api-version=${encodeURIComponent(azure?.apiVersion ?? "2024-10-21")}`;
    default:
      return undefined;
  }
}

/** Checks a provider by requesting its model list. */
export async function checkProvider(target: Target): Promise<ProviderCheck> {
  const known = { provider: target.provider, address: target.baseUrl.origin };
  const nothing = { status: null, latency_ms: null, setting: null, ahead_ms: null };
  const address = listOf(target);
  const [key] = target.keys;
  if (!address || !key) return { ...known, ...nothing, outcome: "not_asked" };
  const own: Record<string, string> = target.wire === "anthropic"
    ? { "anthropic-version": "2023-06-01" }
    : {};
  const started = Date.now();
  try {
    const response = await fetch(address, {
      headers: { ...target.headers, ...own, ...keyHeader(target, key) },
      // Following a redirect would send the key to another host.
      redirect: "manual",
      ...target.client ? { client: target.client } : {},
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await response.body?.cancel();
    const { status } = response;
    const outcome = outcomeOf(status);
    return {
      ...known,
      ...{ outcome, status, latency_ms: Date.now() - started },
      setting: settingFor(target, outcome),
      ahead_ms: aheadOf(response.headers.get("date"), started),
    };
  } catch {
    return { ...known, ...nothing, outcome: "unreachable", setting: settingOf(target, "urlEnv") };
  }
}

function outcomeOf(status: number): ProviderCheck["outcome"] {
  if (status >= 200 && status < 300) return "answers";
  if (status === 401 || status === 403) return "refuses_key";
  if (status === 429) return "limit_reached";
  if (status === 404 || status === 405) return "no_list";
  return status >= 500 ? "fails" : "unexpected";
}

function settingFor(target: Target, outcome: ProviderCheck["outcome"]): string | null {
  if (outcome === "refuses_key") return settingOf(target, "keyEnv");
  return outcome === "no_list" || outcome === "unexpected" ? settingOf(target, "urlEnv") : null;
}

/** The setting of a provider's key or URL; null for a fixed URL. */
function settingOf({ provider }: Target, kind: "keyEnv" | "urlEnv"): string | null {
  if (provider === "azure_openai") {
    return kind === "keyEnv" ? "AZURE_OPENAI_API_KEY" : "AZURE_OPENAI_ENDPOINT";
  }
  const known = KNOWN_PROVIDERS.find(({ name }) => name === provider);
  return known ? known[kind] ?? null : `${provider} in GATEWAY_CONFIG`;
}

/** How far this machine's clock is ahead of `date`. */
function aheadOf(date: string | null, asked: number): number | null {
  const theirs = date === null ? NaN : Date.parse(date);
  return Number.isFinite(theirs) ? asked - theirs : null;
}
