import OpenAI from "openai";
import type { Recorded } from "lib/testing.ts";
import { TEST_KEY } from "../calls/call_fixture.ts";

export const MINUTE = { input: "0", output: "0", units: { minute: "0.006" } };
export const EVENTS = { "content-type": "text/event-stream" };

/** A WAV file of two seconds of silence. */
export function wav(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 32_000);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("RIFF____WAVEfmt "));
  view.setUint32(16, 16, true);
  view.setUint32(28, 16_000, true);
  bytes.set(new TextEncoder().encode("data"), 36);
  view.setUint32(40, 32_000, true);
  return bytes;
}

export function client(url: string) {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
}

export async function formOf({ bytes, headers }: Recorded): Promise<FormData> {
  return await new Response(new Uint8Array(bytes), { headers }).formData();
}

export async function emptied(folder: string) {
  for (let left = 1; left > 0;) left = (await Array.fromAsync(Deno.readDir(folder))).length;
}

export function post(
  url: string,
  body: BodyInit,
  path = "transcriptions",
  headers: Record<string, string> = {},
) {
  return fetch(`${url}/v1/audio/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
    body,
  });
}
