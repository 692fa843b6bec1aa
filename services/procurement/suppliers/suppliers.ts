import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { conflict, notFound } from "lib/errors.ts";
import { denied, duplicate, feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { FoundTotal } from "../counted_search.ts";
import { Supplier, SupplierInput, SupplierPatch } from "./supplier.ts";
import { changedSupplier, ownersOf } from "./supplier_rules.ts";
import type { SupplierStore } from "./suppliers_store.ts";

export const SupplierId = z.object({ supplier_id: z.uuid() });

const SupplierQuery = PageQuery.extend({
  category: textOf({ max: 100 }).optional(),
  search: textOf({ max: 500 }).optional().meta({ description: "in names" }),
  min_score: z.coerce.number().min(0).max(100).optional(),
});

const SupplierPage = pageOf("suppliers", Supplier).extend(FoundTotal);

const TAKEN = "A supplier with this registration number";

/** Suppliers, each with a registration number of its own. */
export function suppliers(store: SupplierStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/suppliers",
      summary: "Register a supplier",
      request: { body: jsonBody(SupplierInput) },
      responses: { 201: json(Supplier, "The supplier"), ...invalidInput, ...duplicate },
    }),
    async (c) => {
      const { user } = c.var;
      const input = c.req.valid("json");
      const supplier = await store.insert({ ...input, owners: ownersOf(input, user) }, user.sub);
      if (!supplier) throw conflict(TAKEN);
      return c.json(supplier, 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/suppliers",
      summary: "List suppliers, newest first",
      request: { query: SupplierQuery },
      responses: { 200: json(SupplierPage, "A page of suppliers"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { page, page_size } = query;
      return c.json({ ...await store.list(query), page, page_size }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/suppliers/{supplier_id}",
      summary: "Read a supplier",
      request: { params: SupplierId },
      responses: { 200: json(Supplier, "The supplier"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const supplier = await store.find(c.req.valid("param").supplier_id);
      if (!supplier) throw notFound("Supplier");
      return c.json(supplier, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "put",
      path: "/suppliers/{supplier_id}",
      summary: "Change fields of a supplier (its owners, managers, admins)",
      request: { params: SupplierId, body: jsonBody(SupplierPatch) },
      responses: {
        200: json(Supplier, "The supplier"),
        ...missing,
        ...invalidInput,
        ...duplicate,
        ...denied,
      },
    }),
    async (c) => {
      const { supplier_id } = c.req.valid("param");
      const { user } = c.var;
      const patch = c.req.valid("json");
      const result = await store.update(
        supplier_id,
        user.sub,
        (before) => changedSupplier(before, patch, user),
      );
      if (result === "missing") throw notFound("Supplier");
      if (result === "taken") throw conflict(TAKEN);
      return c.json(result, 200);
    },
  );

  return app;
}
