/** Identifies a pasted credential: a token of the platform or its issuer, or a key of the gateway. */
import { decodeJwt } from "jose";
import { unauthorized, unavailable } from "lib/errors.ts";
import type { VerifyJwt } from "lib/auth/auth.ts";
import type { Session } from "./session.ts";

/** The holder of a credential; 401 when it is not good. */
export type HolderOf = (credential: string) => Promise<Omit<Session, "id" | "csrf">>;

export function holderOf(
  { verify, gateway, hours, now = Date.now }: {
    verify: VerifyJwt;
    /** The gateway's address. */
    gateway: string;
    /** How long a session by key lasts, which has no end of its own. */
    hours: number;
    now?: () => number;
  },
): HolderOf {
  return async (credential) => {
    if (credential.startsWith("dwn-")) {
      const role = await keyRole(gateway, credential);
      const expires = Math.floor(now() / 1000) + hours * 3600;
      return { credential, kind: "key", sub: `${credential.slice(0, 8)}…`, role, expires };
    }
    const { sub, role, service } = await verify(credential);
    if (service !== undefined) throw unauthorized("This is a token of a service, not of a person");
    return { credential, kind: "token", sub, role, expires: decodeJwt(credential).exp ?? 0 };
  };
}

const WAIT_MS = 5_000;

/** Only the root credential may use governance. */
async function keyRole(gateway: string, key: string): Promise<"admin" | "user"> {
  const status = async (path: string) => {
    const response = await fetch(`${gateway}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(WAIT_MS),
    }).catch((cause) => {
      throw unavailable("The gateway, which checks API keys, cannot be reached", {
        cause,
        retryAfterSeconds: 5,
      });
    });
    await response.body?.cancel();
    return response.status;
  };
  const known = await status("/v1/models");
  if (known === 503) throw unavailable("The gateway is starting", { retryAfterSeconds: 2 });
  if (known !== 200) throw unauthorized("The gateway does not know this key");
  return await status("/governance/teams?limit=1") === 200 ? "admin" : "user";
}
