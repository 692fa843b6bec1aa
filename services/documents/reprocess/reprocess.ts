import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller, SharingRules } from "lib/sharing/sharing.ts";
import { DocumentListQuery } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { FirstStep, MOST_FAILURES, Reprocessing } from "../storage/reprocessing.ts";
import type {
  OpenReprocessings,
  ReprocessingRow,
  ReprocessingStore,
} from "../storage/reprocessings_store.ts";
import { allowReprocessing, MOST_OPEN } from "./reprocess_rules.ts";
import type { Reprocessor } from "./reprocessor.ts";

export interface ReprocessDeps {
  documents: DocumentStore;
  reprocessings: ReprocessingStore;
  reprocessor: Reprocessor;
  rules: SharingRules;
}

const MOST_IDS = 1000;
const MOST_DOCUMENTS = 10_000;

const Filter = z.strictObject({
  ...DocumentListQuery.omit({ page: true, page_size: true }).shape,
  // Not the coercing schema of query strings: in JSON "0.8", null and false are not numbers.
  confidence_below: z.number().min(0).max(1).optional().meta({
    description: DocumentListQuery.shape.confidence_below.description,
    example: 0.8,
  }),
});

const ReprocessInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MOST_IDS).optional().meta({ description: "These documents" }),
  filter: Filter.optional().meta({
    description:
      `Or those of a filter, as GET /documents has it, that the caller may change; at most ${MOST_DOCUMENTS}`,
  }),
  from: FirstStep.default("ocr").meta({ description: "First step; the later ones follow" }),
}).refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
  message: "either ids or a filter",
  path: ["ids"],
}).meta({ id: "ReprocessInput", example: { filter: { document_type: "invoice" }, from: "extract" } });

const ReprocessingId = z.object({ id: z.uuid().meta({ description: "The reprocessing's id" }) });
const tags = ["steps"];
const missing = { 404: "No such reprocessing, or another person's" } as const;

export function reprocessRoutes(deps: ReprocessDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  const { reprocessings, reprocessor } = deps;

  /** The reprocessing, if the caller started it or is a manager or admin. */
  async function ownReprocessing(id: string, { sub, role }: Caller): Promise<ReprocessingRow> {
    const row = await reprocessings.find(id);
    if (!row || (role === "user" && row.owner !== sub)) throw notFound("Reprocessing");
    return row;
  }

  app.openapi(
    endpoint({
      id: "reprocessDocuments",
      method: "post",
      path: "/documents/reprocess",
      tags,
      summary: "Reprocess many documents",
      description:
        "In the background, one document after the other in each process, people taking turns; corrections stay. New " +
        "documents do not wait behind them. `GET /reprocessings/{id}` shows the progress. A document that its " +
        "beginner may no longer change when its turn comes is left as it is and counted as failed.",
      request: { body: jsonBody(ReprocessInput) },
      answers: { 202: json(Reprocessing, "Begun") },
      fails: {
        403: "A document may be read, not changed",
        404: "No such document, or one that the caller may not read",
        409:
          `The caller has ${MOST_OPEN.reprocessings} reprocessings under way, or more than ${MOST_OPEN.documents} documents in them`,
      },
    }),
    async (c) => {
      const { from, ...chosen } = c.req.valid("json");
      const { sub: owner, role } = c.var.user;
      const documents = await changeable(chosen, c.var.user, deps);
      const allow = (open: OpenReprocessings) => allowReprocessing(open, documents.length);
      const row = await reprocessings.begin(documents, { owner, role, from, allow });
      reprocessor.wake();
      return c.json(await answered(row, reprocessings), 202);
    },
  );

  app.openapi(
    endpoint({
      id: "getReprocessing",
      method: "get",
      path: "/reprocessings/{id}",
      tags,
      summary: "Read the progress of a reprocessing",
      request: { params: ReprocessingId },
      answers: { 200: json(Reprocessing, "Its documents by state") },
      fails: missing,
    }),
    async (c) =>
      c.json(await answered(await ownReprocessing(c.req.valid("param").id, c.var.user), reprocessings), 200),
  );

  app.openapi(
    endpoint({
      id: "cancelReprocessing",
      method: "post",
      path: "/reprocessings/{id}/cancel",
      tags,
      summary: "Cancel a reprocessing",
      description: "Waiting documents are unchanged; the current one is finished.",
      request: { params: ReprocessingId },
      answers: { 200: json(Reprocessing, "Canceled") },
      fails: missing,
    }),
    async (c) => {
      const { id } = await ownReprocessing(c.req.valid("param").id, c.var.user);
      await reprocessings.cancel(id);
      return c.json(await answered(await ownReprocessing(id, c.var.user), reprocessings), 200);
    },
  );

  return app;
}

/** The documents to reprocess: all of `ids`, else an error; with a filter those that the caller may change. */
async function changeable(
  { ids, filter }: Pick<z.output<typeof ReprocessInput>, "ids" | "filter">,
  caller: Caller,
  { documents, rules }: Pick<ReprocessDeps, "documents" | "rules">,
): Promise<string[]> {
  if (ids) {
    const known = new Map((await documents.sharedOf(ids)).map((row) => [row.id, row]));
    // Ids are accepted in upper case, as in paths; the database returns lower case.
    return [...new Set(ids.map((id) => id.toLowerCase()))].map((id) =>
      rules.check(caller, known.get(id), { act: "change", what: "Document" }).id
    );
  }
  const found = await documents.matching({ viewer: caller, ...filter }, MOST_DOCUMENTS + 1);
  if (found.length > MOST_DOCUMENTS) {
    throw invalid(["body", "filter"], `More than ${MOST_DOCUMENTS} documents: narrow the filter`);
  }
  return found.filter((row) => rules.may(caller, row, "change")).map(({ id }) => id);
}

async function answered(
  { id, from_step, created_at, canceled_at, total, ...row }: ReprocessingRow,
  reprocessings: ReprocessingStore,
): Promise<z.output<typeof Reprocessing>> {
  const { waiting, working, done, failed, canceled } = row;
  return {
    id,
    from: from_step,
    total,
    ...{ waiting, working, done, failed, canceled },
    deleted: total - waiting - working - done - failed - canceled,
    failures: failed === 0 ? [] : await reprocessings.failures(id, MOST_FAILURES),
    created_at,
    canceled_at,
  };
}
