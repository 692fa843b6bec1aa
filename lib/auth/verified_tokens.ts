/** A cache of verified tokens: callers send the same token with each request. */
import type { User } from "lib/auth/user.ts";

/** The holder of a token, and until when the result is cached. */
export interface Verified {
  /** The holder. */
  user: User;
  /** Expiry of the entry, in milliseconds since 1970. */
  until: number;
}

/** Longer tokens are verified each time, so that the cache stays below 8 MB. */
const LONGEST_KEPT = 4096;

/**
 * A verifier that caches the results of `verify` until they expire, for at most `entries` tokens of up to
 * 4,096 characters; the oldest is evicted first. Failures are not cached: they throw what `verify` throws.
 * `now` in milliseconds.
 */
export function rememberingVerifier(
  verify: (jwt: string) => Promise<Verified>,
  { entries = 2000, now = Date.now }: { entries?: number; now?: () => number } = {},
): (jwt: string) => Promise<User> {
  const kept = new Map<string, Verified>();
  return async (jwt) => {
    const known = kept.get(jwt);
    if (known && now() < known.until) return known.user;
    kept.delete(jwt);
    const { user, until } = await verify(jwt);
    if (jwt.length <= LONGEST_KEPT && now() < until) {
      const [oldest] = kept.keys();
      if (kept.size >= entries && oldest !== undefined) kept.delete(oldest);
      kept.set(jwt, { user: Object.freeze(user), until });
    }
    return user;
  };
}
