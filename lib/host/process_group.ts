/** A service in several processes on one port, started and kept by this one. */
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import { settingFiles } from "lib/installation/setting_origins.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { boundSeries, countsOf, mergeMetrics } from "lib/telemetry/metrics_text.ts";
import { within } from "lib/deadlines.ts";
import { freePort, urlOf } from "lib/host/listen.ts";
import { mayStartItself, OWN_PROGRAM, ownArguments } from "lib/processes/own_command.ts";
import { listensOn, ownPorts, processToken } from "lib/processes/own_process.ts";
import type { Channel } from "lib/processes/process_channel.ts";
import { listenForMembers, type MemberListener, type MemberToken } from "lib/processes/member_listener.ts";
import { type Ending, endWithin, keepRunning, type Kept } from "lib/processes/process_keeper.ts";
import { IN_GROUP, type MemberStart, Report } from "lib/processes/process_member.ts";
import { surplus } from "lib/processes/process_spread.ts";
import type { Served } from "lib/host/serve.ts";
import type { Prepared } from "lib/host/service_definition.ts";

/** A process of a group as the first process knows it. */
interface Place {
  index: number;
  kept: Kept | undefined;
  channel: Channel | undefined;
  report: Report | undefined;
  /** Whether it serves. */
  ready: boolean;
  /** Whether it is to reload once it serves. */
  reload: boolean;
  /** The requests of its report before. */
  requests: number;
  /** Its counts as it last told them. */
  counts: string;
}

const SPREAD_MS = 1_000;
const METRICS_MS = 2_000;
// Who has something to tell does not wait longer for one that is slow.
const HEARD_MS = 1_000;
const LAST_MS = 10_000;
const GONE_SERIES = 1_000;

/** The things that the group shares with the host. */
export interface GroupOptions {
  /** Logs with the service's name. */
  log: Logger;
  /** Settings of the processes beside this one's. */
  env: Record<string, string>;
  /** Gives a process that has just come what it may ask for. */
  onChannel?(channel: Channel): void;
}

/** Starts the processes of `service`; resolves when all are ready. @throws {SettingsError} when one is not. */
export async function startGroup(
  service: Prepared,
  { log, env, onChannel = () => {} }: GroupOptions,
): Promise<Served> {
  await checkPossible(service);
  const { name, processes, platform } = service;
  const address = freePort(service);
  const { port } = address;
  const forget = listensOn(port);
  const members = listenForMembers();
  const places = Array.from({ length: processes }, (_, index): Place => ({
    ...{ index, kept: undefined, channel: undefined, report: undefined, ready: false, reload: false },
    ...{ requests: 0, counts: "" },
  }));
  const state = { stopping: false, gone: "", places };
  const args = await ownArguments([IN_GROUP]);
  const starts = places.map((place) =>
    startPlace(place, { service, port, members, args, env, log, state, onChannel })
  );
  const spreading = setInterval(() => spread(places), SPREAD_MS);
  const hangUp = () => places.forEach(reload);
  Deno.addSignalListener("SIGHUP", hangUp);
  const shutdown = async () => {
    state.stopping = true;
    clearInterval(spreading);
    await Promise.all(places.map(({ channel, kept }) => {
      channel?.tell("end");
      if (!channel) kept?.signal("SIGTERM");
      return kept?.letEnd();
    }));
  };
  const close = async () => {
    // They write what is not written yet.
    await endWithin(LAST_MS, places.flatMap(({ kept }) => kept ?? []), shutdown);
    members.close();
    forget();
    Deno.removeSignalListener("SIGHUP", hangUp);
  };
  const lines = await Promise.all(starts).catch(async (error) => {
    await close();
    throw error;
  });
  log.info("listening", { url: urlOf(address), processes });
  return {
    platform,
    welcome: () => Promise.resolve([...lines[0] ?? [], `${name} runs in ${processes} processes.`]),
    drain() {
      state.stopping = true;
      clearInterval(spreading);
      for (const place of places) {
        place.report = undefined;
        place.channel?.tell("drain", ownPorts());
      }
    },
    busy: () => places.some(({ channel, report }) => channel && (report?.busy ?? true)),
    lastAsked: () => Math.max(0, ...places.map(({ report }) => report?.lastAsked ?? 0)),
    shutdown,
    close,
  };
}

/** Has a process reload, now or once it serves: what it reads while it starts may be older. */
function reload(place: Place): void {
  place.reload = !place.ready;
  if (place.ready) place.kept?.signal("SIGHUP");
}

interface Surroundings extends GroupOptions {
  service: Prepared;
  port: number;
  members: MemberListener;
  args: string[];
  /** `gone`: the counts of processes that ended. */
  state: { stopping: boolean; gone: string; places: Place[] };
}

/** Keeps a process in `place`; resolves with its lines for people when the first one is ready. */
function startPlace(place: Place, around: Surroundings): Promise<string[]> {
  const { service, port, members, args, env, log, state } = around;
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  let wasReady = false;
  let token: MemberToken | undefined;
  const memberStart = (): MemberStart => {
    token = members.token((channel) =>
      enter(channel, place, around, (lines) => {
        wasReady = true;
        resolve(lines);
      })
    );
    return {
      ...{ service: service.name, index: place.index, port, channel: members.port },
      ...{ token: token.token, processToken: processToken(), settingFiles: settingFiles() },
    };
  };
  place.kept = keepRunning({
    ...{ command: OWN_PROGRAM, args, env, log },
    firstLine: () => JSON.stringify(memberStart()),
    write: print,
    onEnd(ending) {
      token?.revoke();
      leaveEmpty(place, state);
      // A hang-up may reach it before its program does.
      if (wasReady || ending.signal === "SIGHUP") return !state.stopping;
      reject(startError(service, ending));
      return false;
    },
  });
  return promise;
}

/** Keeps what a process that has ended had counted. */
function leaveEmpty(place: Place, state: Surroundings["state"]): void {
  Object.assign(place, { channel: undefined, report: undefined, ready: false, reload: false });
  state.gone = boundSeries(mergeMetrics([state.gone, place.counts], () => "sum"), GONE_SERIES);
  place.counts = "";
}

function startError({ name }: Prepared, { code, error }: Ending): SettingsError {
  return new SettingsError(
    error
      ? `A process of the ${name} service cannot be started: ${
        error instanceof Error ? error.message : error
      }`
      // It has said why on its standard error.
      : `A process of the ${name} service ended with code ${code} at its start`,
  );
}

function print(lines: string): void {
  const bytes = new TextEncoder().encode(lines);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

/** Listens to a process that has come. */
function enter(
  channel: Channel,
  place: Place,
  { state, onChannel }: Surroundings,
  ready: (lines: string[]) => void,
): void {
  const others = () => state.places.filter((other) => other !== place && other.channel);
  place.channel = channel;
  channel.on("ready", (lines) => {
    place.ready = true;
    if (place.reload) reload(place);
    ready(z.array(z.string()).parse(lines));
  });
  channel.on("report", (report) => void (place.report = Report.parse(report)));
  channel.on("counts", (text) => void (place.counts = countsOf(z.string().parse(text))));
  channel.on("siblings", async (told) => {
    const heard = others().map((other) => other.channel?.ask("siblings", told));
    await within(HEARD_MS, Promise.allSettled(heard)).catch(() => {});
  });
  channel.on("others' metrics", async (own) => {
    place.counts = countsOf(z.string().parse(own));
    // The counts of a process that ends meanwhile are its own or those of the gone, never both.
    const { gone } = state;
    return [...await Promise.all(others().map(metricsOf)), gone];
  });
  onChannel?.(channel);
}

/** The metrics of a process, its last ones when it does not answer. */
async function metricsOf(place: Place): Promise<string> {
  // Its counts must not fall while it is slow.
  const last = place.counts;
  try {
    const text = z.string().parse(
      await within(METRICS_MS, place.channel?.ask("metrics") ?? Promise.resolve("")),
    );
    place.counts = countsOf(text);
    return text;
  } catch {
    return last;
  }
}

/** Has processes with too many connections give some up. */
function spread(places: readonly Place[]): void {
  const known = places.flatMap(({ channel, report }) => channel && report ? [{ channel, report }] : []);
  const all = places.reduce((sum, { report }) => sum + (report?.requests ?? 0), 0);
  const requests = all - places.reduce((sum, place) => sum + place.requests, 0);
  for (const place of places) place.requests = place.report?.requests ?? 0;
  if (known.length < places.length) return;
  surplus(known.map(({ report }) => report.inUse), requests).forEach((count, at) => {
    if (count > 0) known[at]?.channel.tell("closeSome", count);
  });
}

async function checkPossible({ name }: Prepared): Promise<void> {
  const setting = `${name.toUpperCase()}_PROCESSES`;
  if (Deno.build.os !== "linux") {
    throw new SettingsError(`${setting}: several processes share a port on Linux only; here it must be 1`);
  }
  if (!await mayStartItself()) {
    throw new SettingsError(
      `${setting}: more than one process needs the right to run this program, --allow-run=${OWN_PROGRAM}, which ` +
        `deno task start gives where the setting stands in the environment or .env`,
    );
  }
}
