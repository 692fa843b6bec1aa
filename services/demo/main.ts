/**
 * `deno task demo`: fills the platform of this folder's settings with example work in both languages, through
 * its public routes alone. It may run again: existing data stays unchanged.
 */
import { GatewayClientEnv, readEnv, SettingsError } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";
import { keptSecret } from "lib/auth/secrets.ts";
import { addressesOf, Env } from "../console/env.ts";
import { checkAnswering, DemoFailure, type Reach, tokenSigner } from "./client.ts";
import { fill } from "./demo.ts";
import { print } from "lib/print.ts";

/** The platform that this folder's settings describe. @throws {DemoFailure} when it does not answer. */
async function reachable(): Promise<Reach & { console: string }> {
  await readEnvFile();
  await readSecretFiles();
  const env = readEnv(Env);
  const addresses = addressesOf(env);
  // Check before reading secrets, because reading them would create them.
  await checkAnswering({ addresses });
  const secrets = `${env.DATA_DIR}/secrets`;
  const jwtSecret = env.JWT_SECRET ?? await keptSecret(secrets, "jwt_secret");
  const { GATEWAY_ADMIN_KEY } = readEnv(GatewayClientEnv.pick({ GATEWAY_ADMIN_KEY: true }));
  return {
    addresses,
    adminKey: GATEWAY_ADMIN_KEY ?? await keptSecret(secrets, "gateway_admin_key", "dwn-admin-"),
    tokenFor: tokenSigner(jwtSecret),
    console: env.CONSOLE_PUBLIC_URL ?? `http://localhost:${env.CONSOLE_PORT}`,
  };
}

if (import.meta.main) {
  try {
    const started = performance.now();
    const reach = await reachable();
    const failed = await fill(reach, print);
    const seconds = Math.round((performance.now() - started) / 1000);
    print(
      failed.length === 0
        ? `Filled in ${seconds} s. Open ${reach.console} to see it.`
        : `Filled in ${seconds} s, without ${failed.join(", ")}: mend what they name, and run this again.`,
    );
    if (failed.length > 0) Deno.exitCode = 1;
  } catch (error) {
    if (!(error instanceof DemoFailure || error instanceof SettingsError)) throw error;
    print(error.message, Deno.stderr);
    Deno.exitCode = 1;
  }
}
