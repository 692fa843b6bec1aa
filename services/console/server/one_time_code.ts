/** The one-time code printed at start, with which the person at the terminal signs in as the first admin. */
import { timingSafeEqual } from "node:crypto";
import { randomText } from "./session.ts";

export interface OneTimeCodes {
  /** A new code; those before it end. */
  issue(): string;
  /** Whether `code` is the one that was issued last, which is used up by this. */
  redeem(code: string): boolean;
}

const GOOD_FOR_MS = 15 * 60_000;

export function oneTimeCodes(now: () => number = Date.now): OneTimeCodes {
  let issued: { code: Uint8Array; until: number } | undefined;
  return {
    issue() {
      const code = randomText();
      issued = { code: new TextEncoder().encode(code), until: now() + GOOD_FOR_MS };
      return code;
    },
    redeem(code) {
      const given = new TextEncoder().encode(code);
      if (!issued || now() > issued.until || given.length !== issued.code.length) return false;
      if (!timingSafeEqual(given, issued.code)) return false;
      issued = undefined;
      return true;
    },
  };
}
