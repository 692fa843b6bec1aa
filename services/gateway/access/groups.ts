import type { OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { type GatewayEnv, gatewayFeature } from "./caller.ts";
import type { GroupStore } from "./governance_store.ts";
import {
  Customer,
  CustomerDetail,
  CustomerInput,
  CustomerPatch,
  type GroupInput,
  type GroupKind,
  NOUNS,
  Team,
  TeamDetail,
  TeamInput,
  TeamPatch,
} from "./group.ts";
import { allowGroup, allowRemoval } from "./group_rules.ts";
import { GovernanceQuery, Id, type ReadSpending } from "./allowance.ts";
import { type ChangeDeps, changes } from "./governance_audit.ts";
import { CONFLICT, endpoint, FORBIDDEN, MISSING } from "../endpoint.ts";
import { limitOffset, pageOf } from "../query.ts";

export interface GroupDeps extends ChangeDeps {
  spending: ReadSpending;
  store: GroupStore;
}

export function customers(deps: GroupDeps): OpenAPIHono<GatewayEnv> {
  const schemas = { answer: Customer, detail: CustomerDetail, body: CustomerInput, patch: CustomerPatch };
  return groups("customers", schemas, deps);
}

export function teams(deps: GroupDeps): OpenAPIHono<GatewayEnv> {
  const schemas = { answer: Team, detail: TeamDetail, body: TeamInput, patch: TeamPatch };
  return groups("teams", schemas, deps);
}

interface GroupSchemas<Answer extends z.ZodType, Detail extends z.ZodType> {
  answer: Answer;
  detail: Detail;
  body: z.ZodType<GroupInput>;
  patch: z.ZodType<Partial<GroupInput>>;
}

/** The routes of customers or of teams. */
function groups<
  Answer extends typeof Customer | typeof Team,
  Detail extends typeof CustomerDetail | typeof TeamDetail,
>(
  plural: GroupKind,
  { answer, detail, body, patch }: GroupSchemas<Answer, Detail>,
  { store, spending, ...deps }: GroupDeps,
): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const singular = NOUNS[plural].toLowerCase();
  const path = `/governance/${plural}` as const;
  const tags = ["governance"];
  const changed = changes(deps, singular);

  app.openapi(
    endpoint({
      id: `create${NOUNS[plural]}`,
      method: "post",
      path,
      summary: `Create a ${singular}`,
      tags,
      request: { body: jsonBody(body) },
      answers: { 201: json(answer, "Created") },
      fails: { ...FORBIDDEN, ...CONFLICT },
    }),
    async (c) => {
      const group = await store.insert(c.req.valid("json"), allowGroup(plural));
      await changed(c, { action: "create", id: group.id });
      return c.json(answer.parse(group), 201);
    },
  );

  app.openapi(
    endpoint({
      id: `list${NOUNS[plural]}s`,
      method: "get",
      path,
      summary: `List ${plural}, newest first`,
      tags,
      request: { query: GovernanceQuery },
      answers: { 200: json(pageOf(answer), "A page") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, search } = c.req.valid("query");
      const data = await store.list({ search }, limitOffset({ page, limit }));
      const total = await store.count({ search });
      return c.json({ data: data.map((group) => answer.parse(group)), total, page, limit }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: `get${NOUNS[plural]}`,
      method: "get",
      path: `${path}/{id}`,
      summary: `Read a ${singular}`,
      tags,
      request: { params: Id },
      answers: {
        200: json(detail, `The ${singular}, and what it has spent of its budget`),
      },
      fails: { ...FORBIDDEN, ...MISSING },
    }),
    async (c) => {
      const group = await store.find(c.req.valid("param").id);
      if (!group) throw notFound(NOUNS[plural]);
      const spent = await spending(plural === "teams" ? "team" : "customer", group);
      return c.json(detail.parse({ ...group, spending: spent }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: `update${NOUNS[plural]}`,
      method: "patch",
      path: `${path}/{id}`,
      summary: `Change a ${singular}`,
      tags,
      request: { params: Id, body: jsonBody(patch) },
      answers: { 200: json(answer, "Changed") },
      fails: { ...FORBIDDEN, ...MISSING, ...CONFLICT },
    }),
    async (c) => {
      const change = c.req.valid("json");
      const group = await store.update(c.req.valid("param").id, change, allowGroup(plural));
      if (!group) throw notFound(NOUNS[plural]);
      await changed(c, { action: "update", id: group.id, detail: { changed: Object.keys(change) } });
      return c.json(answer.parse(group), 200);
    },
  );

  app.openapi(
    endpoint({
      id: `delete${NOUNS[plural]}`,
      method: "delete",
      path: `${path}/{id}`,
      summary: `Remove a ${singular} that nothing belongs to`,
      tags,
      request: { params: Id },
      answers: { 204: { description: "Removed" } },
      fails: { ...FORBIDDEN, ...MISSING, ...CONFLICT },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      if (!await store.remove(id, allowRemoval(plural))) throw notFound(NOUNS[plural]);
      await changed(c, { action: "delete", id });
      return c.body(null, 204);
    },
  );

  return app;
}
