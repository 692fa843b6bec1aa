import process from "node:process";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { readEnv } from "lib/env.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { bearer, serveScript, testService } from "lib/testing.ts";
import { createApp } from "../app.ts";
import { fixture } from "../audio/fixture.ts";
import { workerPool } from "../audio/worker_pool.ts";
import { createDeps } from "../deps.ts";
import { Env } from "../env.ts";
import { withStreams } from "../stream/stream.ts";
import { utteranceCutter } from "../stream/utterances.ts";
import { formOf, spoken } from "../testing.ts";

const RATE = 16_000;
const PROVIDER_MS = 50;

async function minuteOfSpeech(): Promise<Int16Array> {
  const speech = new Int16Array((await fixture("english.wav")).slice(44).buffer);
  const minute = new Int16Array(RATE * 60);
  for (let at = 0; at + speech.length < minute.length; at += speech.length + RATE) minute.set(speech, at);
  return minute;
}

const minute = await minuteOfSpeech();

Deno.bench(
  "voice activity: a minute of speech with pauses, in frames of 100 ms (60 s / this = times real time)",
  () => {
    const cutter = utteranceCutter({ sampleRate: RATE, endpointingMs: 700, mostSeconds: 30 });
    for (let at = 0; at < minute.length; at += 1600) cutter.hear(minute.subarray(at, at + 1600));
  },
);

const provider = serveScript(() => spoken("The meeting starts at nine."));
const { sql } = await openEmbedded();
await migrate(sql, "voice", import.meta.resolve("../migrations/"));
const lifecycle = createLifecycle();
lifecycle.ready();
const service = testService({ lifecycle, maxBodyBytes: 26 * 2 ** 20 });
const files = workerPool();
const settings: Record<string, string> = {
  OPENAI_BASE_URL: `${provider.url}/v1`,
  STREAM_MAX_CONNECTIONS_PER_USER: "500",
};
const deps = createDeps({ env: readEnv(Env, (name) => settings[name]), sql, service, workshop: files });
const app = createApp(deps);
const headers = await bearer();

for (const file of ["english.mp3", "english.webm", "english.wav", "english.m4a"]) {
  const bytes = await fixture(file);
  Deno.bench(
    `own part of POST /transcribe, ${file}: probe, listen, call a provider that answers at once, keep`,
    async () => {
      const body = new FormData();
      body.set("file", new File([bytes], file));
      const response = await app.request("/api/v1/transcribe", { method: "POST", body, headers });
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      await response.body?.cancel();
    },
  );
}

Deno.bench("own part of POST /transcribe, silence.mp3: never sent", async () => {
  const body = new FormData();
  body.set("file", new File([await fixture("silence.mp3")], "silence.mp3"));
  await (await app.request("/api/v1/transcribe", { method: "POST", body, headers })).body?.cancel();
});

async function settledMemory(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return Deno.memoryUsage().rss;
}

/** Runs clients in a separate process against this one, and prints the figures of both. */
async function load(idle: number, speaking: number, seconds: number): Promise<void> {
  const slow = serveScript(async (_request, recorded) => {
    await formOf(recorded);
    await new Promise((resolve) => setTimeout(resolve, PROVIDER_MS));
    return spoken("The meeting starts at nine.");
  });
  const streamDeps = createDeps({
    env: readEnv(Env, (name) => ({ ...settings, OPENAI_BASE_URL: `${slow.url}/v1` })[name]),
    sql,
    service,
    workshop: files,
  });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    withStreams(createApp(streamDeps), streamDeps.stream.streams),
  );
  const token = headers.authorization.slice("Bearer ".length);
  const url = `ws://127.0.0.1:${server.addr.port}/api/v1/transcribe/stream`;
  const before = await settledMemory();
  const cpuBefore = process.cpuUsage();
  const clients = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      new URL("./clients.ts", import.meta.url).pathname,
      url,
      token,
      `${idle}`,
      `${speaking}`,
      `${seconds}`,
    ],
    stdout: "piped",
  }).spawn();
  await new Promise((resolve) => setTimeout(resolve, (seconds - 2) * 1000));
  const streams = streamDeps.stream.streams.open;
  const heldBytes = streamDeps.stream.streams.heldBytes;
  const kilobytes = Math.round((Deno.memoryUsage().rss - before) / 1024 / Math.max(1, streams));
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuPercent = Math.round((user + system) / 10_000 / (seconds - 2));
  const { stdout } = await clients.output();
  const report = {
    streams,
    rss_kb_per_stream: kilobytes,
    cpu_percent_of_a_core: cpuPercent,
    audio_held_kb: Math.round(heldBytes / 1024),
    provider_ms: PROVIDER_MS,
  };
  const line = { ...report, ...JSON.parse(new TextDecoder().decode(stdout)) };
  await Deno.stderr.write(new TextEncoder().encode(`\n${JSON.stringify(line)}\n`));
  await lifecycle.idle(10_000);
  await server.shutdown();
  await slow[Symbol.asyncDispose]();
}

Deno.bench(
  { name: "200 idle streams for 10 s", n: 1, warmup: 0, group: "streams" },
  async () => await load(200, 0, 10),
);
Deno.bench(
  { name: "50 speaking streams for 20 s", n: 1, warmup: 0, group: "streams" },
  async () => await load(0, 50, 20),
);
Deno.bench(
  { name: "200 idle and 50 speaking streams for 20 s", n: 1, warmup: 0, group: "streams" },
  async () => await load(200, 50, 20),
);
