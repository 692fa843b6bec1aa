import type { DependencyCheck } from "lib/service/health.ts";
import type { Resources } from "lib/host/host.ts";
import type { Env } from "./env.ts";
import type { ConfigHolder } from "./providers/config.ts";

/** The dependency checks of `/health`: database, providers and guard. */
export function dependenciesOf(
  { env, sql }: Resources<Env>,
  config: ConfigHolder,
): Record<string, DependencyCheck> {
  return {
    async database() {
      await sql`select 1`;
    },
    providers() {
      const names = new Set(config.current().models().map(({ owned_by }) => owned_by));
      const others = [...names].filter((name) => name !== "echo");
      const missing =
        "only the built-in models answer: set OPENAI_API_KEY, another provider's key or GATEWAY_CONFIG";
      return Promise.resolve(
        others.length > 0 || config.current().discoverable().length > 0 ? undefined : missing,
      );
    },
    async guard() {
      if (!env.GUARD_BASE_URL) return "GUARD_BASE_URL is not set: nothing is checked";
      const response = await fetch(`${env.GUARD_BASE_URL.replace(/\/$/, "")}/health`, {
        signal: AbortSignal.timeout(1_500),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the guard answered ${response.status}`);
    },
  };
}
