import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { wrongState } from "lib/errors.ts";
import { streamOfTexts } from "lib/http/unread.ts";
import { AuditAnchor } from "./audit_anchor.ts";
import type { Anchoring } from "./audit_anchoring.ts";
import type { AnchorStore } from "./audit_anchors_store.ts";
import { AuditEvent, type AuditRecord, TrailQuery } from "./audit_event.ts";
import { auditFile } from "./audit_file.ts";
import type { AuditKeys } from "./audit_keys.ts";
import type { AuditLog } from "./audit_log.ts";
import type { AuditStore } from "./audit_store.ts";
import { Verification, verifyTrail } from "./audit_verification.ts";

const ExportQuery = z.object({
  first_seq: z.coerce.number().int().min(1).optional().meta({
    description: "position of the first event; default: the oldest",
  }),
  last_seq: z.coerce.number().int().min(1).optional().meta({
    description: "position of the last event; default: the newest",
  }),
}).refine(({ first_seq = 1, last_seq = Infinity }) => first_seq <= last_seq, {
  path: ["last_seq"],
  message: "is before first_seq",
});

/** No JSON schema, because JSON Lines is not JSON. */
const LINES: Record<string, { schema: z.ZodString }> = { "application/x-ndjson": { schema: z.string() } };

export interface AuditDeps {
  store: AuditStore;
  log: AuditLog;
  keys: AuditKeys;
  anchors?: AnchorStore;
  anchoring?: Anchoring;
  now?: () => number;
}

export function audit(deps: AuditDeps): OpenAPIHono<AppEnv> {
  const { store, log, keys, anchoring, now = Date.now } = deps;
  const app = feature();

  app.openapi(
    endpoint({
      id: "listAuditEvents",
      method: "get",
      path: "/audit/trail",
      tags: ["audit"],
      summary: "Audit events, newest first; a user sees their own",
      request: { query: TrailQuery },
      answers: { 200: json(z.array(AuditEvent), "The events") },
    }),
    async (c) => {
      const { user } = c.var;
      await log.flush();
      const filter = { ...c.req.valid("query"), subject: user.role === "user" ? user.sub : undefined };
      const [events, total] = await Promise.all([store.list(filter), store.count(filter)]);
      c.header("X-Total-Count", String(total));
      return c.json(events.map(eventOf), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "verifyAuditTrail",
      method: "get",
      path: "/audit/verify",
      tags: ["audit"],
      summary: "Verify the trail: every event, the record of its end, and the external anchors",
      roles: ["admin", "manager"],
      answers: { 200: json(Verification, "The verification") },
    }),
    async (c) => {
      await log.flush();
      return c.json(await verifyTrail(deps), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "exportAuditTrail",
      method: "get",
      path: "/audit/export",
      tags: ["audit"],
      summary: "The trail as signed JSON Lines, verifiable without the service",
      description:
        "A header, the events in order, and a footer that signs them: `deno task verify-audit` checks the file. " +
        "A file without a footer was truncated.",
      roles: ["admin", "manager"],
      heavy: true,
      request: { query: ExportQuery },
      answers: {
        200: { description: "The lines", content: LINES },
      },
    }),
    async (c) => {
      const range = c.req.valid("query");
      const { user, requestId } = c.var;
      log.record({
        ...{ event_type: "audit_export", severity: "info", subject: user.sub, user_id: user.sub },
        ...{ request_id: requestId, details: range },
      });
      await log.flush();
      const { head, fault } = await store.head();
      const exported_at = new Date(now()).toISOString();
      const lines = auditFile({ store, keys }, { head, fault, range, exported_at, exported_by: user.sub });
      return new Response(streamOfTexts(c, lines, { unread: "" }), {
        headers: {
          "content-type": "application/x-ndjson; charset=utf-8",
          "content-disposition": 'attachment; filename="audit_trail.jsonl"',
        },
      });
    },
  );

  app.openapi(
    endpoint({
      id: "anchorAuditTrail",
      method: "post",
      path: "/audit/anchors",
      tags: ["audit"],
      summary: "Anchor the trail's current end",
      roles: ["admin", "manager"],
      answers: { 201: json(AuditAnchor, "The anchor") },
      fails: { 409: "There is nothing to anchor, or no storage for anchors is configured" },
    }),
    async (c) => {
      if (!anchoring) throw wrongState("No storage for anchors is configured: set AUDIT_ANCHOR_DIR");
      await log.flush();
      const anchor = await anchoring.anchor();
      if (!anchor) throw wrongState("The trail is empty, or its end was changed from outside");
      return c.json(anchor, 201);
    },
  );

  return app;
}

function eventOf({ details, ...event }: AuditRecord): z.output<typeof AuditEvent> {
  return { ...event, details: z.record(z.string(), z.unknown()).parse(JSON.parse(details)) };
}
