/** Looks through what was read for orders to the models that read it next. */
import { signJwt } from "lib/auth.ts";
import { injectionCheck, type InjectionMode, InjectionUnchecked } from "lib/injection_check.ts";
import type { Issue } from "../understanding/validation.ts";

export interface AttackCheck {
  /** Whether models may not see a text that looks like an attack, or that was not checked. */
  withholds: boolean;
  /** What is to be said about a text; undefined where it is as it should be. */
  issue(text: string): Promise<Issue | undefined>;
}

/** The settings of it. */
export interface AttackSettings {
  DOCUMENTS_INJECTION: InjectionMode;
  GUARD_BASE_URL: string;
}

const TOKEN_SECONDS = 300;

/** A check as set; undefined where nothing is to be checked. */
export function attackCheck(
  { DOCUMENTS_INJECTION: mode, GUARD_BASE_URL: baseUrl }: AttackSettings,
  { jwtSecret }: { jwtSecret: string },
): AttackCheck | undefined {
  if (mode === "off") return undefined;
  const check = injectionCheck({ baseUrl });
  return {
    withholds: mode === "block",
    async issue(text) {
      if (text.trim() === "") return undefined;
      const holder = { sub: "documents", role: "user", service: "documents" } as const;
      const token = await signJwt(jwtSecret, { ...holder, expiresInSeconds: TOKEN_SECONDS });
      try {
        const finding = await check(text, {
          place: "document",
          headers: { authorization: `Bearer ${token}` },
        });
        return finding && warning(`It looks like an attack on a model that reads it: ${finding.explanation}`);
      } catch (error) {
        if (error instanceof InjectionUnchecked) {
          return warning("The guard service did not check it for attacks");
        }
        throw error;
      }
    },
  };
}

const warning = (issue: string): Issue => ({ field: "text", issue, severity: "warning" });
