/** Typical first uses of each service, for tests that start the real programs. */
import assert from "node:assert/strict";
import { z } from "zod";
import { pause } from "lib/deadlines.ts";

const ROOT = new URL("../../", import.meta.url);
const PROBES = 60;
const BETWEEN_PROBES_MS = 500;

/**
 * Calls `echo` and expects this many recorded calls afterwards: the gateway answers without its newest records when a
 * busy database has not stored them within half a second.
 */
export async function chat(
  gateway: string,
  { adminKey, key = adminKey, calls = 1 }: { adminKey: string; key?: string; calls?: number },
): Promise<void> {
  const response = await fetch(`${gateway}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "echo", messages: [{ role: "user", content: "مرحبا" }] }),
  });
  assert.equal(response.status, 200, await response.text());
  let recorded = await callsOf(gateway, adminKey);
  for (let probe = 1; recorded < calls && probe < PROBES; probe++) {
    await pause(BETWEEN_PROBES_MS);
    recorded = await callsOf(gateway, adminKey);
  }
  assert.equal(recorded, calls);
}

/** The number of calls in the gateway's records. */
export async function callsOf(gateway: string, adminKey: string): Promise<number> {
  const costs = await fetch(`${gateway}/costs/summary`, { headers: { authorization: `Bearer ${adminKey}` } });
  return z.object({ total_requests: z.number() }).parse(await costs.json()).total_requests;
}

/** Uploads an invoice; returns its id. */
export async function upload(documents: string, authorization: string): Promise<string> {
  const form = new FormData();
  const path = new URL("services/documents/fixtures/invoice_en.pdf", ROOT);
  form.set("file", new File([await Deno.readFile(path)], "invoice.pdf"));
  const response = await fetch(`${documents}/api/v1/docs/upload`, {
    method: "POST",
    headers: { authorization },
    body: form,
  });
  assert.equal(response.status, 201, await response.clone().text());
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

/** Processes that invoice. */
export async function read(documents: string, id: string, authorization: string): Promise<void> {
  const response = await fetch(`${documents}/api/v1/docs/ocr?document_id=${id}`, {
    method: "POST",
    headers: { authorization },
  });
  assert.equal(response.status, 200, await response.clone().text());
  assert.match(await response.text(), /invoice/i);
}

export async function redact(guard: string, authorization: string): Promise<void> {
  const response = await fetch(`${guard}/api/v1/pii/redact`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ text: "Write to amal@example.com" }),
  });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"redacted":"Write to \[REDACTED_EMAIL\]"/);
}

/** Runs an agent whose model is the gateway's `echo`. */
export async function run(agents: string, authorization: string): Promise<void> {
  const headers = { authorization, "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    fetch(`${agents}/api/v1/agents${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const made = await post("", { name: "Echo", system_prompt: "Repeat.", model: "echo", tools: [] });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const ran = await post(`/${id}/run`, { input: "مرحبا" });
  const { status, output } = z.object({ status: z.string(), output: z.string().nullable() })
    .parse(await ran.json());
  assert.deepEqual({ status, said: output?.includes("مرحبا") }, { status: "completed", said: true });
}

/** Signs in at the console with a token and checks through it whether each service is ready. */
export async function readyThroughConsole(console: string, token: string, services: string[]): Promise<void> {
  const signed = await fetch(`${console}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  assert.ok(signed.ok, await signed.text());
  const cookie = signed.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  for (const service of services) {
    await readyAt(`${console}/api/${service}`, { cookie });
  }
}

/**
 * Asks for readiness until the service at `url` is ready, as a probe of Kubernetes does: on a busy machine a first
 * check can take longer than its limit. Throws with the last answer after 60 probes.
 */
export async function readyAt(url: string, headers: Record<string, string> = {}): Promise<void> {
  let answer = "";
  for (let probe = 0; probe < PROBES; probe++) {
    const ready = await fetch(`${url}/ready`, { headers });
    answer = await ready.text();
    if (ready.ok) return;
    await pause(BETWEEN_PROBES_MS);
  }
  assert.fail(`${url} is not ready: ${answer}`);
}
