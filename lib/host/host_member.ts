/** Runs a service in a member process of a group until it is told to stop, alone or with the group. */
import { closeAll, type Closer } from "lib/host/closers.ts";
import { openDataDir } from "lib/files/data_dir.ts";
import type { Database } from "lib/database/db.ts";
import { within } from "lib/deadlines.ts";
import { drainConnections } from "lib/host/drain.ts";
import type { SharedEnv } from "lib/env.ts";
import { openDatabase, openLog, openSecrets, openVerifier } from "lib/host/host_resources.ts";
import { remoteDatabase } from "lib/host/member_resources.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Member } from "lib/processes/process_member.ts";
import { serve, type ServedHere } from "lib/host/serve.ts";
import type { Service } from "lib/host/service_definition.ts";

// Requests still in hand after the drain are cut off.
const LAST_MS = 2_000;

/** Serves the member's service until it is told to stop; later failures go to `fail`. */
export async function hostMember(
  member: Member,
  services: readonly Service[],
  fail: (error: unknown) => never,
): Promise<void> {
  const closers: Closer[] = [];
  // A service that is not ready yet has no requests in hand.
  let end = (): Promise<void> => closeAll(closers).finally(() => Deno.exit(0));
  let orphaned = () => end();
  void member.toEnd.then(() => end());
  void member.orphaned.then(() => orphaned());
  const served = await serveMember(member, services, closers);
  end = endOf(served, closers, fail);
  orphaned = () => drainConnections(served).then(end);
  let draining = false;
  void member.toDrain.then(() => {
    draining = true;
    served.drain();
  });
  // The signal may have gone to the whole group; then the first process says when to end.
  const onSignal = async () => {
    if (!draining) await drainConnections(served);
    if (!draining) await end();
  };
  Deno.addSignalListener("SIGTERM", onSignal);
  Deno.addSignalListener("SIGINT", onSignal);
  member.parent.tell("ready", await served.welcome());
}

async function serveMember(
  member: Member,
  services: readonly Service[],
  closers: Closer[],
): Promise<ServedHere> {
  const service = services.find(({ name }) => name === member.service)?.prepare();
  if (!service) throw new Error(`This program has no service ${member.service}`);
  const { shared, name, start } = service;
  const log = openLog(shared, member.index).with({ service: name });
  await openDataDir(shared.DATA_DIR, log);
  const secrets = await openSecrets(shared);
  const database = start.kind === "front" ? undefined : await databaseOf(member, { shared, log });
  if (database) closers.push(() => database.close());
  const verify = openVerifier(shared, secrets);
  const served = await serve(service, { database, secrets, verify, member, log });
  closers.push(() => served.close());
  return served;
}

async function databaseOf(
  { parent }: Member,
  { shared, log }: { shared: SharedEnv; log: Logger },
): Promise<Database> {
  return shared.DATABASE_URL ? await openDatabase(shared, log) : remoteDatabase(parent);
}

/** Ends the process, once. */
function endOf(served: ServedHere, closers: Closer[], fail: (error: unknown) => never): () => Promise<void> {
  let ending: Promise<void> | undefined;
  const end = async () => {
    served.drain();
    await within(LAST_MS, served.shutdown()).catch(() => {});
    await closeAll(closers);
    return Deno.exit(0);
  };
  return () => ending ??= end().catch(fail);
}
