import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { conflict, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { pageOf } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { FoundTotal } from "../counted_search.ts";
import { Supplier, SupplierInput, SupplierPatch, SupplierQuery } from "./supplier.ts";
import { changedSupplier, ownersOf } from "./supplier_rules.ts";
import type { SupplierStore } from "./suppliers_store.ts";

export const SupplierId = z.object({ supplier_id: z.uuid() });

const SupplierPage = pageOf("suppliers", Supplier).extend(FoundTotal);

const TAKEN = "A supplier with this registration number";

/** Suppliers, each with a unique registration number. */
export function suppliers(store: SupplierStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "createSupplier",
      method: "post",
      path: "/suppliers",
      tags: ["suppliers"],
      summary: "Register a supplier",
      request: { body: jsonBody(SupplierInput) },
      answers: { 201: json(Supplier, "The supplier") },
      fails: { 409: "The registration number is taken" },
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
    endpoint({
      id: "listSuppliers",
      method: "get",
      path: "/suppliers",
      tags: ["suppliers"],
      summary: "List suppliers, newest first",
      request: { query: SupplierQuery },
      answers: { 200: json(SupplierPage, "A page of suppliers") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { page, page_size } = query;
      return c.json({ ...await store.list(query), page, page_size }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getSupplier",
      method: "get",
      path: "/suppliers/{supplier_id}",
      tags: ["suppliers"],
      summary: "Read a supplier",
      request: { params: SupplierId },
      answers: { 200: json(Supplier, "The supplier") },
      fails: { 404: "No such supplier" },
    }),
    async (c) => {
      const supplier = await store.find(c.req.valid("param").supplier_id);
      if (!supplier) throw notFound("Supplier");
      return c.json(supplier, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updateSupplier",
      method: "put",
      path: "/suppliers/{supplier_id}",
      tags: ["suppliers"],
      summary: "Change fields of a supplier (its owners, managers, admins)",
      request: { params: SupplierId, body: jsonBody(SupplierPatch) },
      answers: { 200: json(Supplier, "The supplier") },
      fails: {
        403: "The caller does not own the supplier",
        404: "No such supplier",
        409: "The registration number is taken",
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
