/**
 * Plays many stream clients at once and prints what they saw: `clients.ts URL TOKEN IDLE SPEAKING SECONDS`.
 * Speakers send speech and a second of silence in frames of 100 ms, in real time.
 */
import { fixture } from "../audio/fixture.ts";

const [url = "", token = "", idle = "0", speaking = "0", seconds = "10"] = Deno.args;
const FRAME_MS = 100;
const FRAME_BYTES = 3_200;

const speech = (await fixture("english.wav")).slice(44);
const loop = new Uint8Array(Math.ceil(speech.length / FRAME_BYTES) * FRAME_BYTES + 32_000);
loop.set(speech);

async function open(): Promise<WebSocket> {
  const socket = new WebSocket(`${url}?token=${token}`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.onopen = () => resolve();
  socket.onerror = () => reject(new Error("refused"));
  await promise;
  return socket;
}

/** Speaks until the time is over; answers how long each utterance was processed, as its client saw it. */
async function speak(offsetMs: number): Promise<{ delays: number[]; errors: number }> {
  const socket = await open();
  const delays: number[] = [];
  let errors = 0;
  let startedAt = 0;
  socket.onmessage = ({ data }) => {
    const { status } = JSON.parse(data);
    if (status === "processing") startedAt = performance.now();
    if (status === "completed") delays.push(performance.now() - startedAt);
    if (status === "error") errors++;
  };
  await new Promise((resolve) => setTimeout(resolve, offsetMs));
  const start = performance.now();
  const frames = loop.length / FRAME_BYTES;
  for (let frame = 0; performance.now() - start < Number(seconds) * 1000; frame++) {
    const at = frame % frames;
    socket.send(loop.slice(at * FRAME_BYTES, (at + 1) * FRAME_BYTES));
    const due = start + (frame + 1) * FRAME_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.onclose = () => resolve();
  socket.close();
  await promise;
  return { delays, errors };
}

const idlers = await Promise.all(Array.from({ length: Number(idle) }, open));
await new Promise((resolve) => setTimeout(resolve, Number(speaking) > 0 ? 0 : Number(seconds) * 1000));
const results = await Promise.all(
  Array.from({ length: Number(speaking) }, (_, index) => speak(index * 37 % 2_900)),
);
for (const socket of idlers) socket.close();
const delays = results.flatMap((each) => each.delays).toSorted((delay, other) => delay - other);
const at = (share: number) => Math.round((delays[Math.floor(delays.length * share)] ?? 0) * 10) / 10;
const result = {
  answers: delays.length,
  errors: results.reduce((sum, each) => sum + each.errors, 0),
  processing_ms: { median: at(0.5), p95: at(0.95), worst: at(0.9999) },
};
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(result)));
Deno.exit(0);
