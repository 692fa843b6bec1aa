/** A service in several processes on one port, started and kept by this one. */
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { countsOf, mergeMetrics } from "lib/telemetry/metrics_text.ts";
import { within } from "lib/deadlines.ts";
import { freePort, urlOf } from "lib/host/listen.ts";
import { mayStartItself, OWN_PROGRAM, ownArguments } from "lib/processes/own_command.ts";
import { listensOn, ownPorts, processToken } from "lib/processes/own_process.ts";
import type { Channel } from "lib/processes/process_channel.ts";
import { type Door, openDoor } from "lib/processes/process_door.ts";
import { keepRunning, type Kept } from "lib/processes/process_keeper.ts";
import { type Birth, IN_GROUP, Report } from "lib/processes/process_member.ts";
import { surplus } from "lib/processes/process_spread.ts";
import type { Served } from "lib/host/serve.ts";
import type { Prepared } from "lib/host/service_definition.ts";

/** A process of a group as the first process knows it. */
interface Place {
  index: number;
  kept: Kept | undefined;
  channel: Channel | undefined;
  report: Report | undefined;
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

/** What the group shares with the host. */
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
  const door = openDoor();
  const places = Array.from({ length: processes }, (_, index): Place => ({
    ...{ index, kept: undefined, channel: undefined, report: undefined, requests: 0, counts: "" },
  }));
  const state = { stopping: false, gone: "", places };
  const args = await ownArguments([IN_GROUP]);
  const starts = places.map((place) =>
    startPlace(place, { service, port, door, args, env, log, state, onChannel })
  );
  const spreading = setInterval(() => spread(places), SPREAD_MS);
  const shutdown = async () => {
    state.stopping = true;
    clearInterval(spreading);
    await Promise.all(places.map(({ channel, kept }) => {
      channel?.tell("end");
      if (!channel) kept?.signal("SIGTERM");
      return kept?.letEnd();
    }));
    door.close();
    forget();
  };
  const lines = await Promise.all(starts).catch(async (error) => {
    await shutdown();
    throw error;
  });
  log.info("listening", { url: urlOf(address), processes });
  const hangUp = () => places.forEach(({ kept }) => kept?.signal("SIGHUP"));
  Deno.addSignalListener("SIGHUP", hangUp);
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
    async close() {
      Deno.removeSignalListener("SIGHUP", hangUp);
      // They write what is not written yet; one that does not come to an end sees this process gone.
      await within(LAST_MS, shutdown()).catch(() => {});
    },
  };
}

interface Surroundings extends GroupOptions {
  service: Prepared;
  port: number;
  door: Door;
  args: string[];
  /** `gone`: the counts of processes that ended. */
  state: { stopping: boolean; gone: string; places: Place[] };
}

/** Keeps a process in `place`; resolves with its lines for people when the first one is ready. */
function startPlace(place: Place, around: Surroundings): Promise<string[]> {
  const { service, port, door, args, env, log, state } = around;
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  let wasReady = false;
  const birth = (): Birth => ({
    ...{ service: service.name, index: place.index, port, channel: door.port },
    token: door.token((channel) =>
      enter(channel, place, around, (lines) => {
        wasReady = true;
        resolve(lines);
      })
    ),
    word: processToken(),
  });
  place.kept = keepRunning({
    ...{ command: OWN_PROGRAM, args, env, log },
    birth: () => JSON.stringify(birth()),
    write: print,
    onEnd({ code }) {
      place.channel = undefined;
      place.report = undefined;
      state.gone = mergeMetrics([state.gone, place.counts], () => "sum");
      place.counts = "";
      if (!wasReady) {
        // It has said why on its standard error.
        reject(
          new SettingsError(`A process of the ${service.name} service ended with code ${code} at its start`),
        );
      }
      return wasReady && !state.stopping;
    },
  });
  return promise;
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
  channel.on("ready", (lines) => ready(z.array(z.string()).parse(lines)));
  channel.on("report", (report) => void (place.report = Report.parse(report)));
  channel.on("counts", (text) => void (place.counts = countsOf(z.string().parse(text))));
  channel.on("fellows", async (told) => {
    const heard = others().map((other) => other.channel?.ask("fellows", told));
    await within(HEARD_MS, Promise.allSettled(heard)).catch(() => {});
  });
  channel.on("others' metrics", async (own) => {
    place.counts = countsOf(z.string().parse(own));
    const texts = await Promise.all(others().map(metricsOf));
    return [...texts, state.gone];
  });
  onChannel?.(channel);
}

/** The metrics of a process, nothing when it does not answer. */
async function metricsOf(place: Place): Promise<string> {
  try {
    const text = z.string().parse(
      await within(METRICS_MS, place.channel?.ask("metrics") ?? Promise.resolve("")),
    );
    place.counts = countsOf(text);
    return text;
  } catch {
    // Its counts must not fall while it is slow.
    return place.counts;
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
    if (count > 0) known[at]?.channel.tell("shed", count);
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
