import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { createLifecycle, type Lifecycle } from "lib/service/lifecycle.ts";
import type { ServiceDeps } from "lib/service/service.ts";
import { TEST_SECRET } from "lib/testing.ts";
import { fixture } from "../audio/fixture.ts";
import { withStreams } from "./stream.ts";
import { type Script, type TestVoice, testVoice } from "../testing.ts";

export const PATH = "/api/v1/transcribe/stream";

export interface Client {
  send(data: Uint8Array<ArrayBuffer> | string): void;
  messages: { status: string; text?: string; error?: string; segments?: { start: number }[]; id?: string }[];
  /** Resolves with the close code. */
  closed: Promise<number>;
  close(): void;
  /** Waits until `count` messages have arrived. */
  until(count: number): Promise<void>;
}

/** The service on a free port, with the lifecycle that a test drains. */
export async function served(
  script?: Script,
  settings: Record<string, string> = {},
  service: Partial<ServiceDeps> = {},
): Promise<AsyncDisposable & { voice: TestVoice; url: string; lifecycle: Lifecycle }> {
  const lifecycle = createLifecycle();
  lifecycle.ready();
  const voice = await testVoice(script, { settings, service: { lifecycle, ...service } });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    withStreams(voice.app, voice.deps.stream.streams),
  );
  return {
    voice,
    lifecycle,
    url: `127.0.0.1:${server.addr.port}${PATH}`,
    async [Symbol.asyncDispose]() {
      assert.equal(await lifecycle.idle(5_000), true);
      assert.deepEqual([voice.deps.stream.streams.open, voice.deps.stream.streams.heldBytes], [0, 0]);
      await server.shutdown();
      await voice[Symbol.asyncDispose]();
    },
  };
}

export async function token(sub = "alice", expiresInSeconds = 3600): Promise<string> {
  return await signJwt(TEST_SECRET, { sub, role: "user", expiresInSeconds });
}

export async function connect(url: string, query = "", jwt?: string): Promise<Client> {
  const socket = new WebSocket(`ws://${url}?token=${jwt ?? await token()}${query}`);
  const messages: Client["messages"] = [];
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<number>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () => opened.reject(new Error("not opened"));
  socket.onmessage = ({ data }) => {
    messages.push(JSON.parse(data));
    for (const check of waiting) check();
  };
  socket.onclose = ({ code }) => closed.resolve(code);
  await opened.promise;
  return {
    send: (data) => socket.send(data),
    messages,
    closed: closed.promise,
    close: () => socket.close(),
    async until(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => messages.length >= count && resolve();
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
    },
  };
}

export async function speech(): Promise<Uint8Array<ArrayBuffer>> {
  return (await fixture("english.wav")).slice(44);
}

export function silence(seconds: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seconds * 32_000);
}

export function statuses({ messages }: Client): string[] {
  return messages.map(({ status }) => status);
}

export async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  assert.fail("did not happen");
}
