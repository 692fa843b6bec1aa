/** Checks whether model providers accept their keys. */
import { SettingsError } from "lib/env.ts";
import { openConfig } from "../gateway/providers/config.ts";
import { ConfigError } from "../gateway/providers/config_file.ts";
import { checkProvider, type ProviderCheck, providersOf } from "../gateway/provider_check.ts";
import type { GatewayProviderEnv } from "../gateway/providers/provider_env.ts";
import { ollamaRuns } from "../gateway/welcome.ts";
import { openProviderEgress } from "../gateway/providers/provider_egress.ts";
import { fault, type Finding, note, ok } from "./finding.ts";

/** Findings about providers, and how far this machine's clock is ahead of theirs, in milliseconds. */
export interface ProviderFindings {
  findings: Finding[];
  ahead: number[];
}

/** Asks every provider that the gateway would have with `env`. */
export async function checkProviders(env: GatewayProviderEnv): Promise<ProviderFindings> {
  let targets: ReturnType<typeof providersOf>;
  try {
    const { fetchClient } = await openProviderEgress(env);
    targets = providersOf((await openConfig(env, { client: fetchClient })).current());
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SettingsError)) throw error;
    return { findings: [fault("providers", error.message, "correct what this names")], ahead: [] };
  }
  if (targets.length === 0) {
    const says = "none is set: only the built-in models echo and echo-embedding answer";
    const todo = await ollamaRuns()
      ? "Ollama runs on this machine: set OLLAMA_BASE_URL=http://127.0.0.1:11434 to use it"
      : "set OPENAI_API_KEY, OLLAMA_BASE_URL, another provider's setting, or GATEWAY_CONFIG";
    return { findings: [note("providers", says, todo)], ahead: [] };
  }
  const asked = await Promise.all(targets.map(checkProvider));
  return {
    findings: asked.map(findingOf),
    ahead: asked.flatMap(({ ahead_ms }) => ahead_ms ?? []),
  };
}

function findingOf({ provider, address, outcome, status, latency_ms, setting }: ProviderCheck): Finding {
  const what = "provider";
  const says = `${provider}: ${address} answered ${status} in ${latency_ms} ms`;
  switch (outcome) {
    case "answers":
      return ok(what, says);
    case "refuses_key":
      return fault(what, `${says}: it refuses the key`, `correct ${setting}`);
    case "limit_reached":
      return note(what, `${says}: its limit is reached`, "wait, or have the limit raised there");
    case "no_list":
      return fault(
        what,
        `${says}: there is no list of models`,
        `check the path of ${setting ?? "its address"}: OpenAI-compatible servers answer below /v1`,
      );
    case "fails":
      return fault(what, `${says}: it fails`, "try again later, and see its status page");
    case "unexpected":
      return fault(what, says, setting ? `check ${setting}` : "see its status page");
    case "unreachable":
      return fault(
        what,
        `${provider}: ${address} cannot be reached`,
        `check ${setting ? `${setting}, ` : ""}the network, and HTTPS_PROXY where there is a proxy`,
      );
    case "not_asked":
      return note(what, `${provider}: is set, and has no list of models to ask for: not asked`);
  }
}
