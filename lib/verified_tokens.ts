/** Tokens whose signature was checked a moment ago: a caller sends the same one with each request. */
import type { User } from "lib/user.ts";

/** Who holds a token, and until when that is known, in milliseconds since 1970. */
export interface Verified {
  /** Who holds it. */
  user: User;
  /** Until when that is known. */
  until: number;
}

/** Longer tokens are checked each time, so that what is kept stays below 8 MB. */
const LONGEST_KEPT = 4096;

/**
 * A verifier that keeps what `verify` found until then, for at most `entries` tokens of 4,096 characters; the one kept
 * longest goes first. A token that is not valid is not kept, and throws what `verify` throws. `now` in milliseconds.
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
