/** Services in separate processes that export to a scripted OTLP collector. */
import { signJwt } from "lib/auth/auth.ts";
import { readLog } from "lib/processes/process_log.ts";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { serveScript, TEST_SECRET } from "lib/testing.ts";
import { z } from "zod";

export const ADMIN_KEY = "dwn-admin-of-a-traced-test";

const Attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const Scope = z.object({
  spans: z.array(z.object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string(),
    name: z.string(),
    kind: z.int(),
    attributes: Attributes,
    status: z.object({ code: z.int(), message: z.string() }),
  })).default([]),
  logRecords: z.array(z.object({
    severityText: z.string(),
    body: z.object({ stringValue: z.string() }),
    traceId: z.string(),
  })).default([]),
});
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(Scope) })).default([]),
  resourceLogs: z.array(z.object({ scopeLogs: z.array(Scope) })).default([]),
});

/** A span as the collector received it. */
export interface ToldSpan extends Omit<z.output<typeof Scope>["spans"][number], "attributes"> {
  attributes: Record<string, unknown>;
}

/** A collector of traces and logs. */
export function startCollector() {
  const server = serveScript(() => Response.json({}));
  const scopes = () =>
    server.requests.filter(({ path }) => path !== "/v1/metrics").flatMap(({ body }) => {
      const { resourceSpans, resourceLogs } = Export.parse(JSON.parse(body));
      return [
        ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans),
        ...resourceLogs.flatMap(({ scopeLogs }) => scopeLogs),
      ];
    });
  return {
    settings: {
      OTEL_DENO: "true",
      OTEL_DENO_TRACING: "false",
      OTEL_TRACES_SAMPLER_ARG: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_BLRP_SCHEDULE_DELAY: "50",
    },
    text: () => server.requests.map(({ body }) => body).join("\n"),
    logs: () => scopes().flatMap(({ logRecords }) => logRecords),
    spans: (): ToldSpan[] =>
      scopes().flatMap(({ spans }) => spans).map(({ attributes, ...span }) => ({
        ...span,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Starts a service in a separate process; `stop` waits until its exports are sent. */
export async function startService(name: string, dir: string, settings: Record<string, string>) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", `services/${name}/main.ts`],
    env: {
      HOST: "127.0.0.1",
      JWT_SECRET: TEST_SECRET,
      GATEWAY_ADMIN_KEY: ADMIN_KEY,
      DATABASE_URL: "",
      KV_URL: "",
      DATA_DIR: `${dir}/${name}`,
      ...await quickEmbedded({ [name]: import.meta.resolve(`./${name}/migrations/`) }),
      ...settings,
      [`${name.toUpperCase()}_PORT`]: "0",
    },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { url: listening, ended } = readLog(child.stdout);
  const url = await listening;
  const token = await signJwt(TEST_SECRET, { sub: "user-1", role: "admin" });
  let running = true;
  const end = async (signal: Deno.Signal) => {
    if (running) child.kill(signal);
    running = false;
    await child.status;
    await ended;
  };
  return {
    url,
    ask: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}
