import { ServiceError } from "lib/errors.ts";
import type { Incoming } from "lib/http/incoming.ts";
import type { VerifyJwt } from "lib/auth/auth.ts";
import { type Caller, type Keyring, UNLIMITED } from "./caller.ts";
import { oidcAuthError, rbacDenied } from "../errors.ts";
import { createJwtCallers } from "./jwt_callers.ts";
import type { KeyReplica } from "./key_replica.ts";
import { hashOf, rememberedHashes, sameHash } from "./key_secret.ts";

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

const ADMIN: Caller = {
  ...UNLIMITED,
  actor: "admin",
  kind: "admin",
  role: "admin",
  tenant_id: "admin",
  may_skip_guardrails: true,
  may_pass_through: true,
};

const ANONYMOUS: Caller = {
  ...UNLIMITED,
  actor: "anonymous",
  kind: "anonymous",
  role: "admin",
  tenant_id: "anonymous",
  may_skip_guardrails: false,
  may_pass_through: true,
};

const NO_CREDENTIAL = "Authentication required: send Authorization: Bearer <API_KEY>";
const NO_BEARER = "The Authorization header must be: Bearer <API_KEY>";
const REFUSED = { revoked: "The API key was revoked", expired: "The API key has expired" };

/** Authenticates the admin key, virtual keys, and tokens of the platform or of its OpenID Connect issuer. */
export function createKeyring(options: KeyringOptions): Keyring {
  const { replica, adminKey, verify, oidc, required, now = Date.now } = options;
  const adminHash = hashOf(adminKey);
  const hashes = rememberedHashes();
  const jwts = createJwtCallers({ verify, now });
  const open = !required && !oidc;

  function nobody(why: string): Caller {
    if (open) return ANONYMOUS;
    throw rbacDenied(401, why);
  }

  function refusedJwt(error: unknown): Caller {
    if (!(error instanceof ServiceError) || error.status !== 401) throw error;
    if (open) return ANONYMOUS;
    throw oidc ? oidcAuthError(error.message) : rbacDenied(401, error.message);
  }

  function holderOf(token: string, hash: string): Caller | Promise<Caller> {
    const holder = jwts.callerOf(token, hash);
    return holder instanceof Promise ? holder.catch(refusedJwt) : holder;
  }

  return {
    authenticate(request) {
      const credential = credentialIn(request);
      if (credential === undefined) return nobody(NO_CREDENTIAL);
      if (credential === "") return nobody(NO_BEARER);
      const hash = hashes.of(credential);
      const entry = replica.find(hash, now());
      if (entry) {
        hashes.remember(credential, hash);
        if ("caller" in entry) return entry.caller;
        throw rbacDenied(401, REFUSED[entry.refused]);
      }
      if (sameHash(hash, adminHash)) return ADMIN;
      return looksLikeJwt(credential) ? holderOf(credential, hash) : nobody("Invalid API key");
    },
  };
}

/** The key or token of a request; undefined if it has none, empty if the header is malformed. */
function credentialIn({ headers }: Pick<Incoming, "headers">): string | undefined {
  const header = headers.get("authorization");
  if (header) return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
  // Anthropic's clients send only their key.
  return headers.get("x-api-key")?.trim() || undefined;
}

function looksLikeJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}
