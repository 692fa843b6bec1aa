/** A member process of a group: its orders from the first process and its reports. */
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import { inheritSettingFiles, SettingFiles } from "lib/installation/setting_origins.ts";
import type { Siblings } from "lib/processes/sibling_processes.ts";
import { belongTo, listensOn } from "lib/processes/own_process.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";
import { readLines } from "lib/processes/process_lines.ts";

/** The argument that marks a member process. */
export const IN_GROUP = "--in-group";

/** Orders: the first line of a member's standard input, which stays open as long as the first process lives. */
export const MemberStart = z.object({
  service: z.string(),
  index: z.number(),
  /** Where the service listens. */
  port: z.number(),
  /** Where the first process listens, and the token to authenticate with. */
  channel: z.number(),
  token: z.string(),
  /** The token that marks requests between the platform's processes. */
  processToken: z.string(),
  /** The files that settings were read from. */
  settingFiles: SettingFiles,
});
/** The orders of such a process. */
export type MemberStart = z.output<typeof MemberStart>;

/** A member's report: once a second, and more often while it stops. */
export const Report = z.object({
  /** Connections in use. */
  inUse: z.number(),
  /** Requests since its start, and those in hand. */
  requests: z.number(),
  /** Whether it has work in hand. */
  busy: z.boolean(),
  /** Time of its last request, Unix milliseconds. */
  lastAsked: z.number(),
});
/** The report of such a process. */
export type Report = z.output<typeof Report>;

/** This process as a member of a group. */
export interface Member extends MemberStart {
  /** Channel to the first process. */
  parent: Channel;
  /** The others. */
  siblings: Siblings;
  /** Resolves when it must stop accepting work. */
  toDrain: Promise<void>;
  /** Resolves when it must exit. */
  toEnd: Promise<void>;
  /** Resolves when the first process is gone. */
  orphaned: Promise<void>;
}

/** This process as a member, if it was started as one. */
export async function joinGroup(args: readonly string[] = Deno.args): Promise<Member | undefined> {
  if (!args.includes(IN_GROUP)) return undefined;
  // SIGHUP reaches the whole group and would end processes without a handler.
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
    for (const port of z.array(z.number()).parse(ports)) listensOn(port);
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
    // Whichever end is seen first: no deadline is involved.
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

/** The metrics of the other processes, ended ones included. */
export async function othersMetrics({ parent }: Pick<Member, "parent">, own: string): Promise<string[]> {
  return z.array(z.string()).parse(await parent.ask("others' metrics", own));
}

const REPORT_MS = 1_000;
const STOPPING_REPORT_MS = 20;

/** Reports to the first process until the returned function is called, and closes connections on request. */
export function reportTo(
  { parent }: Pick<Member, "parent">,
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
