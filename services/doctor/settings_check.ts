/** Checks all settings of all services as a start would, listing every fault. */
import { SettingsError } from "lib/env.ts";
import { PLATFORM } from "../all.ts";
import { fault, type Finding, ok } from "./finding.ts";

/** Each fault once, with the setting's own message. */
export function checkSettings(): Finding[] {
  const faults = new Set<string>();
  for (const service of PLATFORM) {
    try {
      const { shared } = service.prepare();
      if (shared.OIDC_ISSUER && !shared.OIDC_AUDIENCE) faults.add("OIDC_AUDIENCE: required with OIDC_ISSUER");
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const line of error.message.split("\n").slice(1)) faults.add(line.trim());
    }
  }
  if (faults.size === 0) return [ok("settings", `all settings of ${PLATFORM.length} services can be used`)];
  return [...faults].map((line) => {
    const [name = ""] = line.split(":");
    return fault("settings", line, `correct ${name} in the environment or in .env, or remove it`);
  });
}
