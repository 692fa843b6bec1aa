/**
 * Runs all services on the embedded database under a steady load and reports the memory of the process (`deno
 * task soak`; SOAK_MINUTES, SOAK_REQUESTS_PER_SECOND). Fails unless its second half is flat within 3 %.
 */
import { z } from "zod";
import { pause } from "lib/deadlines.ts";
import { count, readEnv } from "lib/env.ts";
import { createSemaphore } from "lib/semaphore.ts";
import { ADMIN_KEY, fromNewAddress, type Platform, startPlatform } from "./attack/platform.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const FLAT_WITHIN = 0.03;
const SAMPLES = 240;

const SoakEnv = z.object({
  SOAK_MINUTES: z.coerce.number().positive().max(10_000).default(20),
  SOAK_REQUESTS_PER_SECOND: count(40, { min: 1, max: 10_000 }),
});

/** Memory in MB: medians of a tenth of the samples at the start, the middle and the end. */
export interface Verdict {
  start: number;
  middle: number;
  end: number;
  flat: boolean;
}

/** Whether the memory at the end is no more than 3 % above that of the middle. */
export function judge(samples: number[]): Verdict {
  const width = Math.max(1, Math.floor(samples.length / 10));
  const around = (index: number) => {
    const from = Math.min(Math.max(0, index - Math.floor(width / 2)), samples.length - width);
    return median(samples.slice(from, from + width));
  };
  const middle = around(Math.floor(samples.length / 2));
  const end = around(samples.length - 1);
  return { start: around(0), middle, end, flat: end <= middle * (1 + FLAT_WITHIN) };
}

async function memoryOf(pid: number): Promise<number> {
  const text = new TextDecoder().decode(
    (await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).output()).stdout,
  );
  return Number(text) / 1024;
}

/** Sends requests of all kinds in rotation: chats, personal data, and pages of lists. */
async function ask(platform: Platform, index: number, token: string): Promise<number> {
  const post = (service: string, path: string, body: unknown, key = token) =>
    new Request(`${platform.addresses.get(service)}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...fromNewAddress() },
      body: JSON.stringify(body),
    });
  const get = (service: string, path: string, key = token) =>
    new Request(`${platform.addresses.get(service)}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...fromNewAddress() },
    });
  const messages = [{ role: "user", content: `How many tenders are open? ${index}` }];
  const kinds = [
    () => post("gateway", "/v1/chat/completions", { model: "echo", messages }, ADMIN_KEY),
    () => post("gateway", "/v1/chat/completions", { model: "echo", messages, stream: true }, ADMIN_KEY),
    () => post("guard", "/api/v1/pii/detect", { text: `Call +971 50 123 4567, ${index}@example.com` }),
    () => get("procurement", "/api/v1/tenders"),
    () => get("documents", "/api/v1/docs/documents"),
    () => get("gateway", "/costs", ADMIN_KEY),
  ];
  const response = await fetch((kinds[index % kinds.length] ?? kinds[0])?.() ?? "");
  await response.arrayBuffer();
  return response.status;
}

/** Loads the platform for `seconds`; returns the samples of its memory and the count of each status. */
export async function soak(
  platform: Platform,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<{ samples: number[]; statuses: Map<number, number> }> {
  const token = await platform.token("admin");
  const statuses = new Map<number, number>();
  const inHand = new Set<Promise<void>>();
  const places = createSemaphore(perSecond);
  const samples: number[] = [];
  const total = Math.max(1, Math.round(seconds * perSecond));
  const sampled = Math.max(1, Math.floor(total / SAMPLES));
  for (let index = 0; index < total; index++) {
    // If the platform cannot keep up, the load is lower than requested.
    const leave = await places.enter();
    const request = ask(platform, index, token).then((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }).finally(() => {
      leave();
      inHand.delete(request);
    });
    inHand.add(request);
    if (index % sampled === 0) samples.push(await memoryOf(platform.pid));
    await pause(1000 / perSecond);
  }
  await Promise.all(inHand);
  return { samples, statuses };
}

if (import.meta.main) {
  const env = readEnv(SoakEnv);
  const dir = await Deno.makeTempDir({ prefix: "diwan-soak-" });
  try {
    await using platform = await startPlatform(dir);
    const load = { seconds: env.SOAK_MINUTES * 60, perSecond: env.SOAK_REQUESTS_PER_SECOND };
    const { samples, statuses } = await soak(platform, load);
    const verdict = judge(samples);
    const line = JSON.stringify({
      ...verdict,
      statuses: Object.fromEntries(statuses),
      samples: samples.length,
    });
    print(line);
    if (!verdict.flat) Deno.exitCode = 1;
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}
