import { ServiceError } from "lib/errors.ts";
import type { User, VerifyJwt } from "lib/auth.ts";
import type { Caller, Keyring } from "./caller.ts";
import { type GatewayError, oidcAuthError, rbacDenied } from "../errors.ts";
import type { KeyReplica } from "./key_replica.ts";
import { hashOf, sameHash } from "./key_secret.ts";

export interface KeyringOptions {
  replica: Pick<KeyReplica, "find">;
  adminKey: string;
  verify: VerifyJwt;
  /** True when tokens come from an OpenID Connect issuer. */
  oidc: boolean;
  /** False with GATEWAY_RBAC=off: requests without a credential pass, unless an issuer is configured. */
  required: boolean;
  now?: () => number;
}

const NOBODY = {
  team_id: null,
  customer_id: null,
  limits: [],
  budgets: [],
  allowed_models: null,
  cache: null,
} satisfies Partial<Caller>;

const ADMIN: Caller = {
  ...NOBODY,
  actor: "admin",
  kind: "admin",
  role: "admin",
  tenant_id: "admin",
  may_skip_guardrails: true,
};

const ANONYMOUS: Caller = {
  ...NOBODY,
  actor: "anonymous",
  kind: "anonymous",
  role: "admin",
  tenant_id: "anonymous",
  may_skip_guardrails: false,
};

// A token that was good is not checked again for this long.
const JWT_CACHE_MS = 60_000;
const JWT_CACHE_SIZE = 10_000;

// Secrets of keys in use, in memory only, so that each is hashed once.
const KNOWN_SECRETS = 10_000;

/** Knows the admin key, the virtual keys and the tokens of the platform or of its OpenID Connect issuer. */
export function createKeyring(options: KeyringOptions): Keyring {
  const { replica, adminKey, verify, oidc, required, now = Date.now } = options;
  const adminHash = hashOf(adminKey);
  const tokens = new Map<string, { caller: Caller; until: number }>();
  const open = !required && !oidc;
  const hashes = new Map<string, string>();

  function authenticate(request: Request): Caller | Promise<Caller> {
    const header = request.headers.get("authorization");
    // Clients of Anthropic's send their key alone.
    const key = header ? undefined : request.headers.get("x-api-key")?.trim();
    if (!header && !key) return nobody("Authentication required: send Authorization: Bearer <API_KEY>");
    const token = key ?? /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
    if (!token) return nobody("The Authorization header must be: Bearer <API_KEY>");
    const known = hashes.get(token);
    const hash = known ?? hashOf(token);
    const found = replica.find(hash, now());
    if (found) {
      if (known === undefined) remember(token, hash);
      if ("caller" in found) return found.caller;
      throw rbacDenied(
        401,
        found.refused === "revoked" ? "The API key was revoked" : "The API key has expired",
      );
    }
    if (sameHash(hash, adminHash)) return ADMIN;
    return looksLikeJwt(token) ? holderOf(token, hash) : nobody("Invalid API key");
  }

  function remember(token: string, hash: string): void {
    if (hashes.size >= KNOWN_SECRETS) hashes.clear();
    hashes.set(token, hash);
  }

  function nobody(why: string): Caller {
    if (open) return ANONYMOUS;
    throw rbacDenied(401, why);
  }

  function holderOf(token: string, hash: string): Caller | Promise<Caller> {
    const known = tokens.get(hash);
    if (known && known.until > now()) return known.caller;
    return verified(token, hash);
  }

  async function verified(token: string, hash: string): Promise<Caller> {
    try {
      const caller = callerOf(await verify(token));
      tokens.delete(hash);
      const [oldest] = tokens.keys();
      if (tokens.size >= JWT_CACHE_SIZE && oldest !== undefined) tokens.delete(oldest);
      tokens.set(hash, { caller, until: Math.min(now() + JWT_CACHE_MS, expiryOf(token)) });
      return caller;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 401) throw error;
      if (open) return ANONYMOUS;
      throw refusal(error.message);
    }
  }

  function refusal(message: string): GatewayError {
    return oidc ? oidcAuthError(message) : rbacDenied(401, message);
  }

  return { authenticate };
}

/** A token's holder: a tenant of their own, whose name no virtual key can have. */
function callerOf({ sub, role, service }: User): Caller {
  const actor = service === undefined ? `user:${sub}` : `service:${service}`;
  return { ...NOBODY, actor, kind: "jwt", role, tenant_id: actor, may_skip_guardrails: false };
}

function looksLikeJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** When a token that was found good ends, in milliseconds. */
function expiryOf(token: string): number {
  const [, payload = ""] = token.split(".");
  const bytes = Uint8Array.fromBase64(payload, { alphabet: "base64url" });
  const { exp } = JSON.parse(new TextDecoder().decode(bytes));
  return typeof exp === "number" ? exp * 1000 : 0;
}
