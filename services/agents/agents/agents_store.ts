/** The agents' SQL. */
import { z } from "zod";
import type { Sql } from "lib/db.ts";
import type { Agent, AgentSpec, RunnableAgent } from "./agent.ts";
import { batched } from "../batch.ts";

export interface AgentStore {
  list(range: { limit: number; offset: number }): Promise<{ agents: Agent[]; total: number }>;
  find(id: string): Promise<Agent | undefined>;
  /** As much of it as a run needs; concurrent reads share a query. */
  runnable(id: string): Promise<RunnableAgent | undefined>;
  /** By id, or else by its exact name, the newest of that name. */
  named(idOrName: string): Promise<Agent | undefined>;
  insert(agent: AgentSpec & { id: string; created_by: string }): Promise<void>;
  update(id: string, patch: Partial<AgentSpec>): Promise<boolean>;
  /** With its sessions, runs, traces and sums. */
  remove(id: string): Promise<boolean>;
}

/** Whether `text` can be the id of a row. */
export function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

export function agentStore(sql: Sql): AgentStore {
  const read = sql`
    select a.*, coalesce(o.runs, 0) + u.runs as runs_count,
      coalesce(o.completed::float8 / o.runs, 0) as success_rate,
      coalesce(o.duration_ms::float8 / o.runs, 0) as avg_duration_ms
    from agents.agents a
    left join lateral (
      select sum(runs)::bigint as runs, sum(duration_ms)::bigint as duration_ms,
        coalesce(sum(runs) filter (where outcome = 'completed'), 0)::bigint as completed
      from agents.outcomes where agent_id = a.id
    ) o on true
    cross join lateral (
      select count(*)::bigint as runs from agents.runs where agent_id = a.id and completed_at is null
    ) u`;

  const runnable = batched(async (ids: string[]) => {
    const agents = await sql<RunnableAgent[]>`
      select id, name, description, system_prompt, model, max_steps, temperature, tools, needs_approval
      from agents.agents
      where id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::text::json))`;
    const found = new Map(agents.map((agent) => [agent.id, agent]));
    return ids.map((id) => ({ agent: found.get(id.toLowerCase()) }));
  });

  return {
    async list({ limit, offset }) {
      const agents = await sql<Agent[]>`
        ${read} order by a.created_at desc, a.id limit ${limit} offset ${offset}`;
      const [row] = await sql<{ total: number }[]>`select count(*)::bigint as total from agents.agents`;
      return { agents, total: row?.total ?? 0 };
    },
    async find(id) {
      if (!isId(id)) return undefined;
      const [agent] = await sql<Agent[]>`${read} where a.id = ${id}`;
      return agent;
    },
    runnable: async (id) => isId(id) ? (await runnable(id)).agent : undefined,
    async named(idOrName) {
      const matches = isId(idOrName) ? sql`a.id = ${idOrName}` : sql`a.name = ${idOrName}`;
      const [agent] = await sql<Agent[]>`${read} where ${matches} order by a.created_at desc limit 1`;
      return agent;
    },
    async insert(agent) {
      const now = new Date().toISOString();
      await sql`insert into agents.agents ${
        sql({
          ...columns(agent),
          id: agent.id,
          created_by: agent.created_by,
          created_at: now,
          updated_at: now,
        })
      }`;
    },
    async update(id, patch) {
      if (!isId(id)) return false;
      const changed = { ...columns(patch), updated_at: new Date().toISOString() };
      return (await sql`update agents.agents set ${sql(changed)} where id = ${id}`).count > 0;
    },
    async remove(id) {
      if (!isId(id)) return false;
      return (await sql`delete from agents.agents where id = ${id}`).count > 0;
    },
  };

  function columns({ tools, needs_approval, ...rest }: Partial<AgentSpec>) {
    return {
      ...Object.fromEntries(Object.entries(rest).filter(([name]) => SCALARS.has(name))),
      ...(tools ? { tools: sql.json(tools) } : {}),
      ...(needs_approval ? { needs_approval: sql.json(needs_approval) } : {}),
    };
  }
}

const SCALARS = new Set(["name", "description", "system_prompt", "model", "max_steps", "temperature"]);
