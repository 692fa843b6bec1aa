/** Prints a platform token. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { Role, signJwt } from "lib/auth/auth.ts";
import { runCommand } from "lib/command.ts";
import { readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";
import { keptSecret } from "lib/auth/secrets.ts";

const USAGE = "deno task token [--role user|manager|admin] [--sub alice] [--hours 8]";

const Options = z.object({
  role: Role.default("user"),
  sub: z.string().min(1).default("dev"),
  hours: z.coerce.number().positive().max(24 * 366).default(8),
});

/** Makes a token from the command line `args`, signed with the secret of the settings. */
export async function token(args: string[]): Promise<string> {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { role: option, sub: option, hours: option } });
  const { role, sub, hours } = Options.parse(values);
  await readEnvFile();
  await readSecretFiles();
  const env = readEnv(SharedEnv);
  if (env.OIDC_ISSUER) {
    throw new SettingsError(
      "OIDC_ISSUER is set: services take tokens of that issuer alone, so get one there",
    );
  }
  const secret = env.JWT_SECRET ?? await keptSecret(`${env.DATA_DIR}/secrets`, "jwt_secret");
  return await signJwt(secret, { sub, role, expiresInSeconds: Math.round(hours * 3600) });
}

if (import.meta.main) await runCommand(token, USAGE);
