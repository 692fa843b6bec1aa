import type { User, VerifyJwt } from "lib/auth/auth.ts";
import { type Caller, UNLIMITED } from "./caller.ts";

/** Resolves tokens to callers. */
export interface JwtCallers {
  /** Rejects with 401 for an invalid token. `hash` is the token's. */
  callerOf(token: string, hash: string): Caller | Promise<Caller>;
}

// How long a valid token is cached.
const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;

export function createJwtCallers(
  { verify, now }: { verify: VerifyJwt; now: () => number },
): JwtCallers {
  const known = new Map<string, { caller: Caller; until: number }>();

  async function verified(token: string, hash: string): Promise<Caller> {
    const caller = holderOf(await verify(token));
    known.delete(hash);
    const [oldest] = known.keys();
    if (known.size >= CACHE_SIZE && oldest !== undefined) known.delete(oldest);
    known.set(hash, { caller, until: Math.min(now() + CACHE_MS, expiryOf(token)) });
    return caller;
  }

  return {
    callerOf(token, hash) {
      const cached = known.get(hash);
      return cached && cached.until > now() ? cached.caller : verified(token, hash);
    },
  };
}

/** The tenant of a token's holder; no virtual key can have the same name. */
function holderOf({ sub, role, service }: User): Caller {
  const actor = service === undefined ? `user:${sub}` : `service:${service}`;
  const may_pass_through = role === "admin";
  return {
    ...{ ...UNLIMITED, actor, kind: "jwt", role, tenant_id: actor, may_pass_through },
    may_skip_guardrails: false,
  };
}

/** When a valid token expires, in milliseconds. */
function expiryOf(token: string): number {
  const [, payload = ""] = token.split(".");
  const bytes = Uint8Array.fromBase64(payload, { alphabet: "base64url" });
  const { exp } = JSON.parse(new TextDecoder().decode(bytes));
  return typeof exp === "number" ? exp * 1000 : 0;
}
