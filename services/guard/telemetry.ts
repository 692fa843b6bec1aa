import { createHash, timingSafeEqual } from "node:crypto";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { unauthorized } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/log.ts";
import { feature, invalidInput, json, jsonBody, limited } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { batcher } from "./batcher.ts";
import type { TelemetryRow, TelemetryStore } from "./telemetry_store.ts";
import { text } from "./text.ts";

const tokens = z.int().min(0).max(1_000_000_000).nullish();
export const TelemetryEvent = z.object({
  event_id: text({ min: 1, max: 200 }).optional().meta({
    description: "stored once per product, however often it is sent",
  }),
  event_type: text({ min: 1, max: 100 }).default("llm_call"),
  product: text({ min: 1, max: 100 }),
  model: text({ max: 300 }).nullish(),
  user_id: text({ max: 500 }).nullish(),
  latency_ms: z.number().min(0).max(1e12).nullish(),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens.meta({ description: "the sum of the other two when it is left out" }),
  content_snippet: text({ max: 1_000 }).nullish(),
  severity: text({ min: 1, max: 50 }).default("info").meta({
    description: "error counts as a failure, critical as a critical event",
  }),
  metadata: z.record(z.string(), z.unknown()).nullish().meta({
    description:
      "cost_usd is added to the costs; error, or a status_code of 400 or more, counts as a failure",
  }),
}).meta({ id: "TelemetryEvent" });
export type TelemetryEvent = z.output<typeof TelemetryEvent>;

const IngestInput = z.object({ events: z.array(TelemetryEvent).min(1).max(1_000) }).meta({
  id: "TelemetryInput",
  example: {
    events: [{
      event_id: "call-8f3a",
      product: "citizen-portal",
      model: "gpt-4o-mini",
      user_id: "u-17",
      latency_ms: 412,
      prompt_tokens: 120,
      completion_tokens: 48,
      metadata: { cost_usd: 0.0004 },
    }],
  },
});

/** Takes telemetry events; resolves to how many were new when they are stored. */
export interface TelemetryLog {
  ingest(events: TelemetryEvent[]): Promise<number>;
  /** Stores a row of the guard's own traffic soon. */
  record(row: TelemetryRow): void;
  flush(): Promise<void>;
}

interface Written {
  row: TelemetryRow;
  /** Whether its id came with it and may be there already. */
  given: boolean;
  request: { fresh: number };
}

/** Writes what arrives at one time together, then tells `onWritten` when something critical was in it. */
export function telemetryLog(
  { store, log, now = Date.now, onWritten = () => {} }: {
    store: TelemetryStore;
    log: Logger;
    now?: () => number;
    onWritten?: () => void;
  },
): TelemetryLog {
  const writer = batcher<Written>({
    log,
    maxBatch: 4_000,
    async write(items) {
      const given = items.filter((item) => item.given).map(({ row }) => row.id);
      const fresh = await store.insert(items.map(({ row }) => row), given);
      for (const { row, given, request } of items) if (!given || fresh.delete(row.id)) request.fresh++;
      if (items.some(({ row }) => row.severity === "critical")) onWritten();
    },
  });
  return {
    async ingest(events) {
      const created_at = new Date(now()).toISOString();
      const request = { fresh: 0 };
      await writer.written(
        events.map((event) => ({
          row: rowOf(event, created_at),
          given: event.event_id !== undefined,
          request,
        })),
      );
      return request.fresh;
    },
    // Tried again after a failure that may have come after the commit, so its id may be there already.
    record: (row) => writer.add([{ row, given: true, request: { fresh: 0 } }]),
    flush: () => writer.flush(),
  };
}

function rowOf(event: TelemetryEvent, created_at: string): TelemetryRow {
  const { event_id, product, metadata, prompt_tokens, completion_tokens, total_tokens, ...rest } = event;
  const sum = (prompt_tokens ?? 0) + (completion_tokens ?? 0);
  const cost = metadata?.cost_usd;
  return {
    id: event_id === undefined ? uuidv7() : `${product}:${event_id}`,
    event_type: rest.event_type,
    product,
    model: rest.model || null,
    user_id: rest.user_id ?? null,
    latency_ms: rest.latency_ms ?? null,
    prompt_tokens: prompt_tokens ?? 0,
    completion_tokens: completion_tokens ?? 0,
    total_tokens: total_tokens ?? sum,
    cost_usd: typeof cost === "number" && cost >= 0 && cost < 1e9 ? cost : 0,
    failed: isFailure(rest.severity, metadata ?? {}),
    counted: rest.event_type === "llm_call" || Boolean(rest.model),
    content_snippet: rest.content_snippet ?? null,
    severity: rest.severity,
    metadata: metadata ? JSON.stringify(metadata) : null,
    created_at,
  };
}

function isFailure(severity: string, { error, status_code }: Record<string, unknown>): boolean {
  return severity === "error" || Boolean(error) || (typeof status_code === "number" && status_code >= 400);
}

export function telemetry({ log, key }: { log: TelemetryLog; key?: string }): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/telemetry/ingest",
      tags: ["telemetry"],
      summary: "Store events of other products, all or none",
      description: "Needs no token. With TELEMETRY_KEY set, callers send it in the header x-telemetry-key.",
      security: [],
      request: {
        headers: z.object({ "x-telemetry-key": z.string().optional() }),
        body: jsonBody(IngestInput),
      },
      responses: {
        200: json(
          z.object({ ingested: z.int() }),
          "How many events were stored; those stored before do not count",
        ),
        ...invalidInput,
        ...limited,
      },
    }),
    async (c) => {
      if (key !== undefined && !isSame(key, c.req.valid("header")["x-telemetry-key"] ?? "")) {
        throw unauthorized("Send the telemetry key in the header x-telemetry-key");
      }
      return c.json({ ingested: await log.ingest(c.req.valid("json").events) }, 200);
    },
  );

  return app;
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
