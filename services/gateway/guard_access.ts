import { signJwt } from "lib/auth/auth.ts";
import type { Resources } from "lib/host/host.ts";
import type { Env } from "./env.ts";
import type { GuardAccess } from "./providers/moderator.ts";

const TOKEN_SECONDS = 3600;

/** Access to the guard, with a token of the platform. */
export function guardAccess({ env, secrets }: Resources<Env>): GuardAccess | undefined {
  if (!env.GUARD_BASE_URL) return undefined;
  let token: Promise<string> | undefined;
  let until = 0;
  return {
    baseUrl: env.GUARD_BASE_URL,
    timeoutMs: env.GUARDRAILS_TIMEOUT_MS,
    token() {
      if (!token || Date.now() > until) {
        until = Date.now() + TOKEN_SECONDS * 500;
        const holder = { sub: "gateway", role: "user", service: "gateway" } as const;
        token = signJwt(secrets.jwtSecret, { ...holder, expiresInSeconds: TOKEN_SECONDS });
      }
      return token;
    },
  };
}
