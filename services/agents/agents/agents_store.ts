/** The agents' SQL. */
import { z } from "zod";
import type { Act, Caller, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import type { Sql } from "lib/database/db.ts";
import { folded } from "lib/database/folded_sql.ts";
import { containing } from "lib/fold.ts";
import type { Agent, AgentSpec, RunnableAgent } from "./agent.ts";
import { batched } from "../batch.ts";
import { knownAgents } from "./known_agents.ts";

export interface AgentStore {
  /** Those that the caller may read, newest first. */
  list(
    range: { caller: Caller; search?: string | undefined; limit: number; offset: number },
  ): Promise<{ agents: Agent[]; total: number }>;
  find(id: string): Promise<KeptAgent | undefined>;
  /** The agent, if the caller may do the act. @throws 404 or 403 by the rules of sharing. */
  access(id: string, caller: Caller, act: Act): Promise<Agent>;
  /** The fields that a run needs, if the caller may read the agent; concurrent reads share a query. */
  runnable(id: string, caller: Caller): Promise<RunnableAgent | undefined>;
  /** Finds an agent that the caller may read, by id or by exact name (the newest of that name). */
  named(idOrName: string, caller: Caller): Promise<RunnableAgent | undefined>;
  /** Sets its sharing; false when it is gone. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  insert(agent: AgentSpec & { id: string; created_by: string }): Promise<void>;
  update(id: string, patch: Partial<AgentSpec>): Promise<boolean>;
  /** With its sessions, runs, traces and sums. */
  remove(id: string): Promise<boolean>;
}

const Id = z.uuid();

/** Whether `text` can be the id of a row. */
export function isId(text: string): boolean {
  return Id.safeParse(text).success;
}

/** An agent with its owner and those it is shared with. */
export interface KeptAgent extends Shared {
  agent: Agent;
}

/** The agent of this id, or those with the text in name or description. */
function matching(sql: Sql, search: string) {
  if (isId(search.trim())) return sql`a.id = ${search.trim()}`;
  return sql`${folded(sql, sql`a.name || chr(10) || a.description`)} like ${containing(search)}`;
}

/** `alone`: no other process changes agents, so that they can be cached for runs. */
export function agentStore(sql: Sql, rules: SharingRules, { alone }: { alone: boolean }): AgentStore {
  const known = knownAgents<RunnableAgent & Shared>(alone ? undefined : 0);
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

  async function find(id: string): Promise<KeptAgent | undefined> {
    if (!isId(id)) return undefined;
    const [agent] = await sql<Row[]>`${read} where a.id = ${id}`;
    return agent && agentOf(agent);
  }

  const runnable = batched(async (ids: string[]) => {
    const agents = await sql<(RunnableAgent & Shared)[]>`
      select id, created_by as owner, shared_with, name, description, system_prompt, model, max_steps, temperature, tools, needs_approval
      from agents.agents
      where id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::text::json))`;
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    return ids.map((id) => ({ agent: byId.get(id.toLowerCase()) }));
  });

  return {
    async list({ caller, search, limit, offset }) {
      const visible = sql`${rules.visible(sql, caller, { owner: "created_by", table: "a" })} ${
        search ? sql`and ${matching(sql, search)}` : sql``
      }`;
      const agents = await sql<Row[]>`
        ${read} where ${visible} order by a.created_at desc, a.id limit ${limit} offset ${offset}`;
      const [row] = await sql<{ total: number }[]>`
        select count(*)::bigint as total from agents.agents a where ${visible}`;
      return { agents: agents.map((agent) => agentOf(agent).agent), total: row?.total ?? 0 };
    },
    find,
    access: async (id, caller, act) => rules.check(caller, await find(id), { act, what: "Agent" }).agent,
    async runnable(id, caller) {
      if (!isId(id)) return undefined;
      const agent = await known.find(id, async () => (await runnable(id)).agent);
      return agent && rules.may(caller, agent, "read") ? agent : undefined;
    },
    async named(idOrName, caller) {
      const matches = isId(idOrName) ? sql`a.id = ${idOrName}` : sql`a.name = ${idOrName}`;
      const [agent] = await sql<Row[]>`
        ${read} where ${matches} and ${rules.visible(sql, caller, { owner: "created_by", table: "a" })}
        order by a.created_at desc limit 1`;
      return agent && agentOf(agent).agent;
    },
    async share(id, sharing) {
      if (!isId(id)) return false;
      const { count } = await known.change(
        id,
        () => sql`update agents.agents set shared_with = ${sql.json(sharing)} where id = ${id}`,
      );
      return count > 0;
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
      const { count } = await known.change(
        id,
        () => sql`update agents.agents set ${sql(changed)} where id = ${id}`,
      );
      return count > 0;
    },
    async remove(id) {
      if (!isId(id)) return false;
      const { count } = await known.change(id, () => sql`delete from agents.agents where id = ${id}`);
      return count > 0;
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

interface Row extends Agent {
  shared_with: Sharing | null;
}

function agentOf({ shared_with, ...agent }: Row): KeptAgent {
  return { agent, owner: agent.created_by, shared_with };
}

const SCALARS = new Set(["name", "description", "system_prompt", "model", "max_steps", "temperature"]);
