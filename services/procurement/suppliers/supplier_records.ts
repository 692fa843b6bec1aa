import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { User } from "lib/auth/user.ts";
import { requireManager } from "../access.ts";
import { SupplierRecord, SupplierRecordInput } from "./supplier_record.ts";
import type { SupplierRecordStore } from "./supplier_records_store.ts";
import { SupplierScore, supplierScore } from "./supplier_score.ts";
import { SupplierId } from "./suppliers.ts";
import { requireOwner, requireRecorder } from "./supplier_rules.ts";
import type { SupplierStore } from "./suppliers_store.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";

/** A supplier's history and its score. */
export function supplierRecords(
  { store, suppliers, tenders }: {
    store: SupplierRecordStore;
    suppliers: SupplierStore;
    tenders: TenderStore;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();

  /** @throws 403 or 404 for callers who may not add to a supplier's history. */
  async function requireRecords(supplierId: string, user: User): Promise<void> {
    const supplier = await suppliers.find(supplierId);
    requireManager(user);
    if (!supplier) throw notFound("Supplier");
    requireRecorder(supplier, user);
  }

  app.openapi(
    endpoint({
      id: "scoreSupplier",
      method: "post",
      path: "/suppliers/{supplier_id}/score",
      tags: ["suppliers"],
      summary: "Score a supplier from its evaluated bids and records (managers and admins)",
      request: { params: SupplierId },
      answers: { 200: json(SupplierScore, "The score") },
      fails: { 403: "Only for managers and admins who do not own it", 404: "No such supplier" },
    }),
    async (c) => {
      const { supplier_id } = c.req.valid("param");
      await requireRecords(supplier_id, c.var.user);
      const bids = await store.pastBids(supplier_id);
      const score = supplierScore(supplier_id, bids, await store.deliveries(supplier_id));
      await suppliers.rate(supplier_id, score.rated ? score.overall_score : null, c.var.user.sub);
      return c.json(score, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "createSupplierRecord",
      method: "post",
      path: "/suppliers/{supplier_id}/records",
      tags: ["suppliers"],
      summary: "Record a delivery or a breach (managers and admins)",
      request: { params: SupplierId, body: jsonBody(SupplierRecordInput) },
      answers: { 201: json(SupplierRecord, "The record") },
      fails: { 403: "Only for managers and admins who do not own it", 404: "No such supplier" },
    }),
    async (c) => {
      const { supplier_id } = c.req.valid("param");
      await requireRecords(supplier_id, c.var.user);
      const { tender_id } = c.req.valid("json");
      if (tender_id && !await tenders.find(tender_id)) throw invalid(["body", "tender_id"], "no such tender");
      const record = { ...c.req.valid("json"), supplier_id, recorded_by: c.var.user.sub };
      return c.json(await store.insert(record), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listSupplierRecords",
      method: "get",
      path: "/suppliers/{supplier_id}/records",
      tags: ["suppliers"],
      summary: "List a supplier's records, newest first (its owners, managers, admins)",
      request: { params: SupplierId },
      answers: { 200: json(z.array(SupplierRecord), "The records") },
      fails: { 403: "The caller does not own the supplier", 404: "No such supplier" },
    }),
    async (c) => {
      const { supplier_id } = c.req.valid("param");
      const supplier = await suppliers.find(supplier_id);
      if (!supplier) throw notFound("Supplier");
      requireOwner(supplier, c.var.user);
      return c.json(await store.list(supplier_id), 200);
    },
  );

  return app;
}
