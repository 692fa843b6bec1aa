/** Warnings about document texts that a model is going to read, as the guard service judges them. */
import { signJwt } from "lib/auth/auth.ts";
import { injectionCheck, type InjectionMode, InjectionUnchecked } from "lib/injection/injection_check.ts";

/** How a service treats the texts that its models read. */
export interface AttackWarnings {
  /** Whether models are kept from a text with a warning. */
  withholds: boolean;
  /**
   * The warning about a text: it looks like an attack, or it was not checked. Undefined for a harmless text.
   */
  of(text: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** How a service asks the guard. */
export interface AttackWarningOptions {
  /** The setting. */
  mode: InjectionMode;
  /** The guard's address. */
  guardUrl: string;
  /** The platform's secret, for the service's own token. */
  jwtSecret: string;
  /** The service that asks. */
  service: string;
}

const TOKEN_SECONDS = 300;

/** The warnings that the setting asks for; undefined when it turns checks off. An empty text is not sent. */
export function attackWarnings(
  { mode, guardUrl, jwtSecret, service }: AttackWarningOptions,
): AttackWarnings | undefined {
  if (mode === "off") return undefined;
  const check = injectionCheck({ baseUrl: guardUrl });
  return {
    withholds: mode === "block",
    async of(text, signal) {
      if (text.trim() === "") return undefined;
      const holder = { sub: service, role: "user", service } as const;
      const token = await signJwt(jwtSecret, { ...holder, expiresInSeconds: TOKEN_SECONDS });
      const headers = { authorization: `Bearer ${token}` };
      try {
        const finding = await check(text, { place: "document", headers, signal });
        return finding && `It looks like an attack on a model that reads it: ${finding.explanation}`;
      } catch (error) {
        if (error instanceof InjectionUnchecked) return "The guard service did not check it for attacks";
        throw error;
      }
    },
  };
}
