/** Starts and supervises the processes of a service that share one port. */
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
import { type Ending, endWithin, keepRunning, type SupervisedProcess } from "lib/processes/process_keeper.ts";
import { IN_GROUP, type MemberStart, Report } from "lib/processes/process_member.ts";
import { surplus } from "lib/processes/process_spread.ts";
import type { Served } from "lib/host/serve.ts";
import type { Prepared } from "lib/host/service_definition.ts";
import { print } from "lib/print.ts";

/** A process of a group as the first process knows it. */
interface Place {
  index: number;
  kept: SupervisedProcess | undefined;
  channel: Channel | undefined;
  report: Report | undefined;
  /** Whether it serves. */
  ready: boolean;
  /** Whether it must reload as soon as it serves. */
  reload: boolean;
  /** The request count of its previous report. */
  requests: number;
  /** Its counters as last reported. */
  counts: string;
}

const SPREAD_MS = 1_000;
const METRICS_MS = 2_000;
// The longest wait for slow siblings to acknowledge a message.
const HEARD_MS = 1_000;
const LAST_MS = 10_000;
const GONE_SERIES = 1_000;

/** The things that the group shares with the host. */
export interface GroupOptions {
  /** Logs with the service's name. */
  log: Logger;
  /** Settings of the processes beside this one's. */
  env: Record<string, string>;
  /** Registers the requests that a new process may send. */
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
    // Gives processes time to flush their writes.
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

/** Tells a process to reload, now or once it serves, since it may have read older state while starting. */
function reload(place: Place): void {
  place.reload = !place.ready;
  if (place.ready) place.kept?.signal("SIGHUP");
}

interface Surroundings extends GroupOptions {
  service: Prepared;
  port: number;
  members: MemberListener;
  args: string[];
  /** `gone`: the summed counters of ended processes. */
  state: { stopping: boolean; gone: string; places: Place[] };
}

/** Keeps a process running in `place`; resolves with its terminal lines when its first instance is ready. */
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
      // SIGHUP may arrive before the program installs its handler.
      if (wasReady || ending.signal === "SIGHUP") return !state.stopping;
      reject(startError(service, ending));
      return false;
    },
  });
  return promise;
}

/** Adds an ended process's counters to those of the gone. */
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
      // It printed the reason on standard error.
      : `A process of the ${name} service ended with code ${code} at its start`,
  );
}

/** Handles a new process's messages. */
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
    // Read `gone` first, so that the counters of a process that ends meanwhile are not counted twice.
    const { gone } = state;
    return [...await Promise.all(others().map(metricsOf)), gone];
  });
  onChannel?.(channel);
}

/** The metrics of a process, or its last known counters when it does not answer. */
async function metricsOf(place: Place): Promise<string> {
  // Counters must not drop while a process is slow.
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

/** Tells processes with more than their share of connections to close some. */
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
