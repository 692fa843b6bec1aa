import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { uuidv7 } from "lib/ids.ts";
import type { JobQueue } from "lib/jobs/jobs.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { objectListOf } from "../object_list.ts";
import { owned, pageOf } from "../files/files.ts";
import type { FileStore } from "../files/files_store.ts";
import { Batch, batchObject, type StoredBatch } from "./batch.ts";
import { storableCaller } from "./batch_caller.ts";
import type { BatchStore } from "./batches_store.ts";

const DAY_SECONDS = 24 * 3600;

const Metadata = z.record(z.string().max(64), z.string().max(512))
  .refine((entries) => Object.keys(entries).length <= 16, "must have at most 16 entries");

const BatchInput = z.object({
  input_file_id: z.string().meta({
    description: "Id of a file with the purpose `batch`: one request per line",
  }),
  endpoint: z.string().meta({ description: "Endpoint of all lines", example: "/v1/chat/completions" }),
  completion_window: z.literal("24h").meta({ description: "Time limit" }),
  metadata: Metadata.nullish().meta({ description: "Up to 16 entries of any content" }),
  output_expires_after: z.object({
    anchor: z.literal("created_at").meta({ description: "Start of the period" }),
    seconds: z.int().min(3600).max(30 * DAY_SECONDS).meta({ description: "Retention of the files" }),
  }).nullish().meta({ description: "Retention of the files with answers and errors; default: 30 days" }),
}).meta({
  id: "BatchInput",
  example: {
    input_file_id: "file-0198c0de7f3a7c219b642f1f3c6a1e55",
    endpoint: "/v1/chat/completions",
    completion_window: "24h",
  },
});

const BatchQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional().meta({ description: "Id of the last batch of the previous page" }),
});

const BatchList = objectListOf(Batch).meta({ id: "BatchList" });

const BatchId = z.object({ batch_id: z.string().meta({ description: "The batch" }) });
const missing = { 404: "No such batch, or it belongs to another caller" };

export interface BatchDeps {
  batches: BatchStore;
  files: FileStore;
  queue: JobQueue;
  /** The paths that a batch may call. */
  batchPaths: readonly string[];
}

/** `/v1/batches`: many requests in one file, executed in the background with any provider. */
export function batches({ batches, files, queue, batchPaths }: BatchDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  app.openapi(
    endpoint({
      id: "createBatch",
      method: "post",
      path: "/v1/batches",
      tags: ["batches"],
      summary: "Create a batch of requests",
      description:
        "Each line runs like a single call of its caller, at any provider of its model: metered, " +
        "limited, audited and guarded. Lines wait for rate limits. Answers and failures are files of JSON lines. A " +
        "line is sent once: if the gateway is killed meanwhile, the line fails as `interrupted`.",
      request: { body: jsonBody(BatchInput) },
      answers: { 200: json(Batch, "The batch") },
      fails: { 404: "No such input file, or it belongs to another caller" },
    }),
    async (c) => {
      const input = c.req.valid("json");
      if (!batchPaths.includes(input.endpoint)) {
        throw invalidRequest(422, `'endpoint' must be one of ${batchPaths.join(", ")}`, {
          param: "endpoint",
        });
      }
      const file = await owned(files, input.input_file_id, c.var.caller);
      if (file.purpose !== "batch") {
        throw invalidRequest(422, "'input_file_id' must be a file with the purpose batch", {
          param: "input_file_id",
        });
      }
      const batch = await batches.insert({
        id: `batch_${uuidv7().replaceAll("-", "")}`,
        owner: c.var.caller.tenant_id,
        caller: storableCaller(c.var.caller),
        ip: c.var.ip,
        endpoint: input.endpoint,
        input_file_id: file.id,
        completion_window: input.completion_window,
        metadata: input.metadata ?? null,
        expires_at: new Date(Date.now() + DAY_SECONDS * 1000).toISOString(),
        output_expires_seconds: input.output_expires_after?.seconds ?? null,
      });
      // Only a delay: the sweep adds a missing job later.
      await queue.add([{ id: batch.id, claims: 0 }]).catch((error) => {
        c.var.log.warn("a batch could not be queued; the sweep will start it", { batch: batch.id, error });
      });
      return c.json(batchObject(batch), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listBatches",
      method: "get",
      path: "/v1/batches",
      tags: ["batches"],
      summary: "List the caller's batches",
      request: { query: BatchQuery },
      answers: { 200: json(BatchList, "A page of batches, newest first") },
    }),
    async (c) => {
      const { limit, after } = c.req.valid("query");
      const rows = await batches.list({ owner: c.var.caller.tenant_id, after, limit: limit + 1 });
      return c.json(pageOf(rows.map(batchObject), limit), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getBatch",
      method: "get",
      path: "/v1/batches/{batch_id}",
      tags: ["batches"],
      summary: "Read a batch and its progress",
      request: { params: BatchId },
      answers: { 200: json(Batch, "The batch") },
      fails: missing,
    }),
    async (c) =>
      c.json(batchObject(await ownBatch(batches, c.req.valid("param").batch_id, c.var.caller)), 200),
  );

  app.openapi(
    endpoint({
      id: "cancelBatch",
      method: "post",
      path: "/v1/batches/{batch_id}/cancel",
      tags: ["batches"],
      summary: "Cancel a batch",
      description: "Running lines finish; existing answers stay.",
      request: { params: BatchId },
      answers: { 200: json(Batch, "The batch") },
      fails: { ...missing, 409: "The batch has ended, or is being cancelled" },
    }),
    async (c) => {
      const { id } = await ownBatch(batches, c.req.valid("param").batch_id, c.var.caller);
      const cancelled = await batches.cancel(id);
      if (!cancelled) {
        const { status } = await ownBatch(batches, id, c.var.caller);
        if (status === "cancelling") {
          return c.json(batchObject(await ownBatch(batches, id, c.var.caller)), 200);
        }
        throw invalidRequest(409, `Cannot cancel a batch with status '${status}'`, { code: "batch_ended" });
      }
      return c.json(batchObject(cancelled), 200);
    },
  );

  return app;
}

async function ownBatch(batches: BatchStore, id: string, { tenant_id, role }: Caller): Promise<StoredBatch> {
  const batch = await batches.find(id);
  if (batch && (batch.owner === tenant_id || role === "admin")) return batch;
  throw invalidRequest(404, `No batch found with id '${id}'`, { param: "batch_id", code: "batch_not_found" });
}
