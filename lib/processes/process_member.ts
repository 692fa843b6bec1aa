/** A process that another one started to serve a service together with others: what it is told, and what it says. */
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import { inheritSettingFiles, SettingFiles } from "lib/installation/setting_origins.ts";
import type { Siblings } from "lib/processes/sibling_processes.ts";
import { belongTo, listensOn } from "lib/processes/own_process.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";
import { readLines } from "lib/processes/process_lines.ts";

/** The argument that marks such a process. */
export const IN_GROUP = "--in-group";

/** Its orders: the first line of its standard input, which then stays open as long as the first process lives. */
export const MemberStart = z.object({
  service: z.string(),
  index: z.number(),
  /** Where the service listens. */
  port: z.number(),
  /** Where the first process listens for it, and the token to say there. */
  channel: z.number(),
  token: z.string(),
  /** By which requests among the platform's processes are known. */
  processToken: z.string(),
  /** The files that its settings come from. */
  settingFiles: SettingFiles,
});
/** The orders of such a process. */
export type MemberStart = z.output<typeof MemberStart>;

/** Its report: once a second, and more often while it stops. */
export const Report = z.object({
  /** Connections in use. */
  inUse: z.number(),
  /** Requests since its start, and those in hand. */
  requests: z.number(),
  /** Whether it has something in hand. */
  busy: z.boolean(),
  /** When it was last asked for something, Unix milliseconds. */
  lastAsked: z.number(),
});
/** The report of such a process. */
export type Report = z.output<typeof Report>;

/** This process as one of several. */
export interface Member extends MemberStart {
  /** To the first process. */
  parent: Channel;
  /** The others. */
  siblings: Siblings;
  /** Resolves when it is to take nothing new. */
  toDrain: Promise<void>;
  /** Resolves when it is to end. */
  toEnd: Promise<void>;
  /** Resolves when the first process is gone. */
  orphaned: Promise<void>;
}

/** This process as a member, where it was started as one. */
export async function joinGroup(args: readonly string[] = Deno.args): Promise<Member | undefined> {
  if (!args.includes(IN_GROUP)) return undefined;
  // It reaches all processes of a service, and would end those that have nothing to reload.
  Deno.addSignalListener("SIGHUP", () => {});
  const lines = readLines(Deno.stdin.readable)[Symbol.asyncIterator]();
  const { value: line } = await lines.next();
  const given = MemberStart.safeParse(parsed(line));
  if (!given.success) throw new SettingsError(`${IN_GROUP} is for processes that this program starts itself`);
  const { channel: port, token, processToken } = given.data;
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  conn.setNoDelay(true);
  await conn.write(new TextEncoder().encode(token));
  belongTo(processToken);
  inheritSettingFiles(given.data.settingFiles);
  const parent = channelOver(conn);
  const drained = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  parent.on("drain", (ports) => {
    for (const one of z.array(z.number()).parse(ports)) listensOn(one);
    drained.resolve();
  });
  parent.on("end", () => ended.resolve());
  const left = (async () => {
    while (!(await lines.next()).done);
  })();
  return {
    ...given.data,
    parent,
    siblings: siblingsOver(parent),
    toDrain: drained.promise,
    toEnd: ended.promise,
    orphaned: Promise.race([left, parent.closed]),
  };
}

function parsed(line: unknown): unknown {
  try {
    return JSON.parse(String(line));
  } catch {
    return undefined;
  }
}

const Told = z.object({ topic: z.string(), data: z.unknown() });

function siblingsOver(parent: Channel): Siblings {
  const heard = new Map<string, (data: unknown) => unknown>();
  parent.on("siblings", async (told) => {
    const { topic, data } = Told.parse(told);
    await heard.get(topic)?.(data);
  });
  return {
    any: true,
    async tell(topic, data) {
      await parent.ask("siblings", { topic, data }).catch(() => {});
    },
    on: (topic, hear) => void heard.set(topic, hear),
  };
}

/** The metrics of the other processes, and of those that ended. */
export async function othersMetrics({ parent }: Member, own: string): Promise<string[]> {
  return z.array(z.string()).parse(await parent.ask("others' metrics", own));
}

const REPORT_MS = 1_000;
const STOPPING_REPORT_MS = 20;

/** Reports to the first process until the returned function is called, and gives up connections when told. */
export function reportTo(
  { parent }: Member,
  { look, closeSome }: { look(): Report; closeSome(count: number): void },
): { often(): void; end(): void } {
  const report = () => parent.tell("report", look());
  parent.on("closeSome", (count) => closeSome(z.number().parse(count)));
  let timer = setInterval(report, REPORT_MS);
  Deno.unrefTimer(timer);
  return {
    often() {
      clearInterval(timer);
      report();
      timer = setInterval(report, STOPPING_REPORT_MS);
      Deno.unrefTimer(timer);
    },
    end: () => clearInterval(timer),
  };
}
