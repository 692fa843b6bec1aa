/**
 * `deno task doctor`: checks an installation by this folder's settings and names a remedy for each fault;
 * exits with 1 if there are faults.
 */
import type { z } from "zod";
import { readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";
import { addressesOf, Env as ConsoleEnv } from "../console/env.ts";
import { GatewayProviderEnv } from "../gateway/providers/provider_env.ts";
import { checkSpelling } from "./misspelt.ts";
import { checkClock } from "./clock_check.ts";
import { fault, type Finding, note, report, wordsOf } from "./finding.ts";
import { checkProviders, type ProviderFindings } from "./providers_check.ts";
import { checkServices } from "./services_check.ts";
import { checkSettings } from "./settings_check.ts";
import { checkDatabase, checkDisk, checkFolder, checkKv } from "./storage_check.ts";

/** All findings, in the order in which faults are best fixed. */
async function examine(): Promise<Finding[]> {
  try {
    await readEnvFile();
    await readSecretFiles();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const lines = error.message.split("\n").slice(1);
    return lines.map((line) =>
      fault("settings", line.trim(), "correct the file, or the setting that names it")
    );
  }
  const settings = [...checkSettings(), ...await checkSpelling()];
  const [shared, providers, desk] = [usable(SharedEnv), usable(GatewayProviderEnv), usable(ConsoleEnv)];
  const unasked: ProviderFindings = { findings: [notExamined("providers")], ahead: [] };
  const asked = providers ? await checkProviders(providers) : unasked;
  const storage = shared ? await checkStorage(shared) : { findings: [notExamined("storage")], ahead: [] };
  return [
    ...settings,
    ...storage.findings,
    ...asked.findings,
    checkClock([...storage.ahead, ...asked.ahead]),
    ...desk ? await checkServices(addressesOf(desk)) : [notExamined("services")],
  ];
}

async function checkStorage(shared: SharedEnv): Promise<ProviderFindings> {
  // One after the other, since a fault may cause those after it.
  const folder = await checkFolder(shared);
  if (folder.state === "fault") return { findings: [folder, notExamined("database")], ahead: [] };
  const findings = [folder, await checkDisk(shared)];
  const database = await checkDatabase(shared);
  return { findings: [...findings, database.finding, await checkKv(shared)], ahead: database.ahead };
}

function notExamined(what: string): Finding {
  return note(what, "not examined: what it needs must be put right first");
}

/** The settings of `schema`; undefined if one is invalid, which is reported separately. */
function usable<S extends z.ZodObject>(schema: S): z.output<S> | undefined {
  try {
    return readEnv(schema);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** A failure of the doctor itself is a finding, too. */
function ownFailure(error: unknown): Finding[] {
  return [fault("doctor", `could not go on (${wordsOf(error)})`, "report this line as a fault of Diwan")];
}

if (import.meta.main) {
  const findings = await examine().catch(ownFailure);
  Deno.stdout.writeSync(new TextEncoder().encode(report(findings)));
  // Drivers keep the sockets of servers that did not answer.
  Deno.exit(findings.some(({ state }) => state === "fault") ? 1 : 0);
}
