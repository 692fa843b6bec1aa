import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/endpoint.ts";
import { feature, json } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { firstFault } from "./audit_chain.ts";
import { AuditEvent, type AuditRecord, EVENT_TYPES, SEVERITIES } from "./audit_event.ts";
import type { AuditLog } from "./audit_log.ts";
import type { AuditStore } from "./audit_store.ts";

const TrailQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).meta({ description: "how many at most" }),
  skip: z.coerce.number().int().min(0).max(1_000_000_000).default(0).meta({
    description: "how many to pass over",
  }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "only events of this kind" }),
  severity: z.enum(SEVERITIES).optional().meta({ description: "only events this severe" }),
  user_id: z.string().max(500).optional().meta({ description: "only events about this user" }),
});

const Verification = z.object({
  valid: z.boolean(),
  checked: z.int(),
  first_seq: z.int().nullable(),
  last_seq: z.int().nullable(),
  broken_at: z.int().nullable().meta({ description: "the first place where the chain does not hold" }),
  fault: z.enum(["missing", "altered", "unlinked"]).nullable(),
}).meta({ id: "AuditVerification" });

const PIECE = 2_000;

export function audit({ store, log }: { store: AuditStore; log: AuditLog }): OpenAPIHono<AppEnv> {
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
      summary: "Whether the chain of events holds, and where it breaks",
      roles: ["admin", "manager"],
      answers: { 200: json(Verification, "What was checked") },
    }),
    async (c) => {
      await log.flush();
      return c.json(await verifyChain(store), 200);
    },
  );

  return app;
}

function eventOf({ details, ...event }: AuditRecord): z.output<typeof AuditEvent> {
  return { ...event, details: z.record(z.string(), z.unknown()).parse(JSON.parse(details)) };
}

/** Checks the chain from the last pruned event to its head. */
export async function verifyChain(store: AuditStore): Promise<z.output<typeof Verification>> {
  const head = await store.head();
  let before = { seq: head.anchor_seq, hash: head.anchor_hash };
  let checked = 0;
  const answer = (broken?: { seq: number; fault: "missing" | "altered" | "unlinked" }) => ({
    valid: broken === undefined,
    checked,
    first_seq: checked > 0 ? head.anchor_seq + 1 : null,
    last_seq: checked > 0 ? before.seq : null,
    broken_at: broken?.seq ?? null,
    fault: broken?.fault ?? null,
  });
  while (before.seq < head.seq) {
    const records = await store.after(before.seq, PIECE);
    const broken = firstFault(before, records);
    if (broken) return answer(broken);
    const last = records.at(-1);
    if (!last) return answer({ seq: before.seq + 1, fault: "missing" });
    checked += records.length;
    before = { seq: last.seq, hash: last.hash };
  }
  const same = before.seq > head.seq || before.hash === head.hash;
  return answer(same ? undefined : { seq: head.seq, fault: "altered" });
}
