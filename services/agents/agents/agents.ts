/** Agents: visible to their maker, managers and admins until they are shared. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth/auth.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { invalidAll, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { Agent, AgentInput, AgentPatch, type AgentSpec, type RunnableAgent } from "./agent.ts";
import type { AgentStore } from "./agents_store.ts";
import type { Toolkit } from "../tools/toolkit.ts";

const AgentQuery = OffsetQuery.extend({
  search: textOf({ max: 500 }).optional().meta({ description: "text in name or description, or a whole id" }),
});
export const AgentId = z.object({ id: z.string().max(100) });

/** Defaults and upper limits of agents. */
export interface AgentDefaults {
  model: string;
  maxSteps: number;
}

export interface AgentDeps {
  store: AgentStore;
  toolkit: Toolkit;
  /** Ends the runs of a deleted agent. */
  abandon(agentId: string): void;
  defaults: AgentDefaults;
}

/** Makes an agent for `user`; throws 422 for tools that do not exist. */
export async function createAgent(
  input: AgentInput,
  user: User,
  { store, toolkit, defaults }: AgentDeps,
): Promise<Agent> {
  const spec: AgentSpec = {
    ...input,
    model: input.model ?? defaults.model,
    max_steps: input.max_steps ?? defaults.maxSteps,
  };
  await checkSpec(spec, user, { toolkit, defaults });
  const id = uuidv7();
  await store.insert({ ...spec, id, created_by: user.sub });
  return await store.access(id, user, "read");
}

/** The agent as its runs need it, or 404. */
export async function runnable(store: AgentStore, id: string, user: User): Promise<RunnableAgent> {
  const agent = await store.runnable(id, user);
  if (!agent) throw notFound("Agent");
  return agent;
}

async function checkSpec(
  { tools, needs_approval, max_steps }: AgentSpec,
  user: User,
  { toolkit, defaults }: Pick<AgentDeps, "toolkit" | "defaults">,
): Promise<void> {
  const { missing } = await toolkit.find(tools, user);
  const unknown = missing.map((name) =>
    fault(["tools", tools.indexOf(name)], `No tool is called ${name}; GET /tools lists them`)
  );
  const stray = needs_approval.flatMap((name, i) =>
    tools.includes(name) ? [] : fault(["needs_approval", i], `${name} is not one of the agent's tools`)
  );
  const steps = max_steps <= defaults.maxSteps
    ? []
    : fault(["max_steps"], `At most ${defaults.maxSteps} (AGENTS_MAX_AGENT_STEPS)`);
  const details = [...unknown, ...stray, ...[steps].flat()];
  if (details.length > 0) throw invalidAll(details);
}

function fault(path: (string | number)[], msg: string) {
  return { loc: ["body", ...path], msg, type: "value_error" };
}

export function agents(deps: AgentDeps): OpenAPIHono<AppEnv> {
  const { store, abandon } = deps;
  const app = feature();
  const tags = ["agents"];

  app.openapi(
    endpoint({
      id: "createAgent",
      method: "post",
      path: "/agents",
      tags,
      summary: "Create an agent",
      request: { body: jsonBody(AgentInput) },
      answers: { 201: json(Agent, "The agent") },
      fails: { 502: "An MCP server whose tools the agent names cannot be reached" },
    }),
    async (c) => c.json(await createAgent(c.req.valid("json"), c.var.user, deps), 201),
  );

  app.openapi(
    endpoint({
      id: "listAgents",
      method: "get",
      path: "/agents",
      tags,
      summary: "List the agents that you may use, newest first",
      request: { query: AgentQuery },
      answers: {
        200: json(z.array(Agent), "Agents; X-Total-Count says how many there are"),
      },
    }),
    async (c) => {
      const { agents, total } = await store.list({
        caller: c.var.user,
        search: c.req.valid("query").search,
        ...limitOffset(c.req.valid("query")),
      });
      c.header("X-Total-Count", String(total));
      return c.json(agents, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getAgent",
      method: "get",
      path: "/agents/{id}",
      tags,
      summary: "Read an agent",
      request: { params: AgentId },
      answers: { 200: json(Agent, "The agent") },
      fails: { 404: "No such agent, or none that the caller may use" },
    }),
    async (c) => c.json(await store.access(c.req.valid("param").id, c.var.user, "read"), 200),
  );

  app.openapi(
    endpoint({
      id: "updateAgent",
      method: "put",
      path: "/agents/{id}",
      tags,
      summary: "Change the given fields of an agent. Running runs keep their settings",
      request: { params: AgentId, body: jsonBody(AgentPatch) },
      answers: { 200: json(Agent, "The agent") },
      fails: {
        403: "The agent may be read, but is not shared with the caller for changes",
        404: "No such agent, or none that the caller may use",
        502: "An MCP server whose tools the agent names cannot be reached",
      },
    }),
    async (c) => {
      const agent = await store.access(c.req.valid("param").id, c.var.user, "change");
      const patch = c.req.valid("json");
      const needs_approval = patch.needs_approval ??
        agent.needs_approval.filter((name) => (patch.tools ?? agent.tools).includes(name));
      await checkSpec({ ...agent, ...patch, needs_approval }, c.var.user, deps);
      if (!await store.update(agent.id, { ...patch, needs_approval })) throw notFound("Agent");
      return c.json(await store.access(agent.id, c.var.user, "read"), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteAgent",
      method: "delete",
      path: "/agents/{id}",
      tags,
      summary: "Delete an agent with its runs, traces, sessions and metrics; running runs end at once",
      request: { params: AgentId },
      answers: { 204: { description: "Gone" } },
      fails: {
        403: "The agent may be read, but only its maker, a manager or an admin deletes it",
        404: "No such agent, or none that the caller may use",
      },
    }),
    async (c) => {
      const agent = await store.access(c.req.valid("param").id, c.var.user, "remove");
      if (!await store.remove(agent.id)) throw notFound("Agent");
      abandon(agent.id);
      return c.body(null, 204);
    },
  );

  return app;
}
