/** Whether model providers take their keys: one call each that costs nothing, the list of their models. */
import { SettingsError } from "lib/env.ts";
import { keyHeader } from "../gateway/pass_through/passed_headers.ts";
import { openConfig } from "../gateway/providers/config.ts";
import { ConfigError } from "../gateway/providers/config_file.ts";
import type { GatewayProviderEnv } from "../gateway/providers/provider_env.ts";
import { KNOWN_PROVIDERS } from "../gateway/providers/providers.ts";
import { openProviderEgress } from "../gateway/providers/provider_egress.ts";
import type { Target } from "../gateway/providers/target.ts";
import { fault, type Finding, note, ok } from "./finding.ts";

const ANSWERS_WITHIN_MS = 10_000;

/** Answers of providers, and their clocks: how far this machine's is ahead, milliseconds. */
export interface Asked {
  findings: Finding[];
  ahead: number[];
}

/** Asks every provider that the gateway would have with `env`. */
export async function checkProviders(env: GatewayProviderEnv): Promise<Asked> {
  let targets: Target[];
  try {
    const { fetchClient } = await openProviderEgress(env);
    targets = providersOf(await openConfig(env, fetchClient));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SettingsError)) throw error;
    return { findings: [fault("providers", error.message, "correct what this names")], ahead: [] };
  }
  if (targets.length === 0) {
    const says = "none is set: only the built-in models echo and echo-embedding answer";
    const todo = "set OPENAI_API_KEY, OLLAMA_BASE_URL, another provider's setting, or GATEWAY_CONFIG";
    return { findings: [note("providers", says, todo)], ahead: [] };
  }
  const asked = await Promise.all(targets.map(ask));
  return {
    findings: asked.map(({ finding }) => finding),
    ahead: asked.flatMap(({ ahead }) => ahead === undefined ? [] : [ahead]),
  };
}

function providersOf(holder: Awaited<ReturnType<typeof openConfig>>): Target[] {
  const config = holder.current();
  const names = new Set([
    ...config.models().map(({ owned_by }) => owned_by),
    ...config.discoverable().map(({ provider }) => provider),
  ]);
  return [...names].flatMap((name) => config.provider(name)?.itself ?? []);
}

/** Where a provider lists its models; Bedrock does so at another host, with another right. */
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

interface Answered {
  finding: Finding;
  ahead?: number;
}

async function ask(target: Target): Promise<Answered> {
  const { provider: name, client } = target;
  const what = "provider";
  const address = listOf(target);
  const [key] = target.keys;
  if (!address || !key) {
    return { finding: note(what, `${name}: is set, and has no list of models to ask for: not asked`) };
  }
  const own: Record<string, string> = target.wire === "anthropic"
    ? { "anthropic-version": "2023-06-01" }
    : {};
  const started = Date.now();
  try {
    const response = await fetch(address, {
      headers: { ...target.headers, ...own, ...keyHeader(target, key) },
      // A redirect would carry the key elsewhere.
      redirect: "manual",
      ...client ? { client } : {},
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await response.body?.cancel();
    const ms = Date.now() - started;
    return {
      finding: judged(target, response.status, ms),
      ahead: aheadOf(response.headers.get("date"), started),
    };
  } catch {
    const says = `${name}: ${target.baseUrl.origin} cannot be reached`;
    const todo = `check ${settingOf(target, "urlEnv")}, the network, and HTTPS_PROXY where there is a proxy`;
    return { finding: fault(what, says, todo) };
  }
}

function judged(target: Target, status: number, ms: number): Finding {
  const { provider: name, baseUrl } = target;
  const says = `${name}: ${baseUrl.origin} answered ${status} in ${ms} ms`;
  if (status >= 200 && status < 300) return ok("provider", says);
  if (status === 401 || status === 403) {
    return fault("provider", `${says}: it refuses the key`, `correct ${settingOf(target, "keyEnv")}`);
  }
  if (status === 429) {
    return note("provider", `${says}: its limit is reached`, "wait, or have the limit raised there");
  }
  if (status === 404 || status === 405) {
    const todo = `check the path of ${
      settingOf(target, "urlEnv")
    }: OpenAI-compatible servers answer below /v1`;
    return fault("provider", `${says}: there is no list of models`, todo);
  }
  if (status >= 500) {
    return fault("provider", `${says}: it fails`, "try again later, and see its status page");
  }
  return fault("provider", says, `check ${settingOf(target, "urlEnv")}`);
}

/** The setting that a provider's key or address is in. */
function settingOf({ provider }: Target, kind: "keyEnv" | "urlEnv"): string {
  if (provider === "azure_openai") {
    return kind === "keyEnv" ? "AZURE_OPENAI_API_KEY" : "AZURE_OPENAI_ENDPOINT";
  }
  const known = KNOWN_PROVIDERS.find(({ name }) => name === provider);
  return known?.[kind] ?? `${provider} in GATEWAY_CONFIG`;
}

/** How far this machine's clock is ahead of the one that wrote `date`; that is exact to a second. */
function aheadOf(date: string | null, asked: number): number | undefined {
  const theirs = date === null ? NaN : Date.parse(date);
  return Number.isFinite(theirs) ? asked - theirs : undefined;
}
