/** Chats with an agent in sessions, each with its own history and owner. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth/auth.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery, QueryFlag } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { runnable } from "../agents/agents.ts";
import type { AgentStore } from "../agents/agents_store.ts";
import { runOrFailure, stopWithCaller, streamRun } from "../runs/run_stream.ts";
import { Run } from "../runs/run.ts";
import type { Runner, RunRequest } from "../runs/runner.ts";
import { callerOf, ownRuns } from "../runs/runs.ts";
import type { RunStore } from "../runs/runs_store.ts";
import { Session } from "./session.ts";
import type { SessionStore } from "./sessions_store.ts";
import { RunStatus, withReplacementCharacters } from "../loop/trace.ts";

/** Most exchanges of a session that the model sees; their size is bounded too. */
const REMEMBERED_TURNS = 50;
const SHOWN_EXCHANGES = 200;
const TITLE_LENGTH = 80;

const SessionDetail = Session.extend({
  messages: z.array(z.object({
    role: z.enum(["user", "assistant"]),
    content: z.string(),
    run_id: z.uuid(),
    created_at: z.iso.datetime(),
    status: RunStatus.meta({ description: "how the turn ended" }),
    error: z.string().nullable().meta({ description: "why the turn has no answer" }),
  })).meta({ description: `the latest ${SHOWN_EXCHANGES} exchanges, oldest first` }),
}).meta({ id: "PlaygroundSessionDetail" });

const ChatInput = z.object({
  agent_id: z.string().min(1).max(100),
  message: textOf({ min: 1, max: 200_000 }),
  session_id: z.string().max(100).optional().meta({ description: "session to continue; default: a new one" }),
}).meta({
  id: "PlaygroundInput",
  example: { agent_id: "01990f2e-7c1a-7000-8000-5b1d2c3e4f50", message: "What is 15 % of 2,340?" },
});
type ChatInput = z.output<typeof ChatInput>;

const ChatAnswer = z.object({
  session_id: z.uuid(),
  agent_id: z.uuid(),
  message: z.string(),
  response: z.string(),
  run_id: z.uuid(),
  steps_count: z.int(),
  duration_ms: z.int(),
  status: RunStatus,
  truncated: Run.shape.truncated,
}).meta({ id: "PlaygroundAnswer" });

export interface PlaygroundDeps {
  agents: AgentStore;
  sessions: SessionStore;
  runs: RunStore;
  runner: Runner;
  prefix: string;
}

const SessionId = z.object({ session_id: z.string().max(100) });

export function playground(deps: PlaygroundDeps): OpenAPIHono<AppEnv> {
  const { sessions, runs, runner, prefix } = deps;
  const app = feature();
  const tags = ["playground"];

  app.openapi(
    endpoint({
      id: "chatInPlayground",
      method: "post",
      path: "/playground/chat",
      tags,
      summary: "Send a message to an agent, in a new or an existing session",
      description:
        "A person has at most AGENTS_MAX_SESSIONS sessions; a new one replaces the least recently used.",
      heavy: true,
      request: {
        query: z.object({ stream: QueryFlag.default(false).meta({ type: "boolean" }) }),
        body: jsonBody(ChatInput),
      },
      answers: {
        200: {
          description: "The agent's answer; with stream=true events as of POST /agents/{id}/run",
          content: {
            "application/json": { schema: ChatAnswer },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: {
        404: "No such agent or session, or not the caller's",
        409:
          "The session belongs to another agent or is answering another message, or a tool of the agent does not exist any more",
        502:
          "The provider failed the run, which Location names, or an MCP server of its tools cannot be reached",
      },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const request = await turn(input, c.var.user, deps);
      if (c.req.valid("query").stream) {
        return await streamRun(c, (emit) => runner.start({ ...request, emit }));
      }
      const live = await runner.start(request);
      stopWithCaller(c, live);
      const run = runOrFailure(await live.done, prefix);
      return c.json({
        session_id: request.session.id,
        agent_id: run.agent_id,
        message: input.message,
        response: run.output,
        run_id: run.id,
        steps_count: run.steps_count,
        duration_ms: run.duration_ms,
        status: run.status,
        truncated: run.truncated,
      }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listPlaygroundSessions",
      method: "get",
      path: "/playground/sessions",
      tags,
      summary: "List your sessions, most recently used first; managers and admins see all",
      request: { query: OffsetQuery },
      answers: {
        200: json(z.array(Session), "Sessions; X-Total-Count says how many there are"),
      },
    }),
    async (c) => {
      const range = limitOffset(c.req.valid("query"));
      const { sessions: page, total } = await sessions.list({ sub: ownRuns(c.var.user), ...range });
      c.header("X-Total-Count", String(total));
      return c.json(page, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getPlaygroundSession",
      method: "get",
      path: "/playground/sessions/{session_id}",
      tags,
      summary: "Read a session with its messages",
      request: { params: SessionId },
      answers: { 200: json(SessionDetail, "The session") },
      fails: { 404: "No such session, or not the caller's" },
    }),
    async (c) => {
      const session = await ownSession(sessions, c.req.valid("param").session_id, c.var.user);
      const turns = await runs.turns(session.session_id, SHOWN_EXCHANGES);
      const messages = turns.flatMap(({ run_id, input, output, at: created_at, status, error }) => [
        { role: "user" as const, content: input, run_id, created_at, status, error: null },
        { role: "assistant" as const, content: output, run_id, created_at, status, error },
      ]);
      return c.json({ ...session, messages }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deletePlaygroundSession",
      method: "delete",
      path: "/playground/sessions/{session_id}",
      tags,
      summary: "Delete a session with its messages, runs and traces; the agent's metrics keep counting them",
      request: { params: SessionId },
      answers: { 204: { description: "Gone" } },
      fails: { 404: "No such session, or not the caller's" },
    }),
    async (c) => {
      const { session_id } = await ownSession(sessions, c.req.valid("param").session_id, c.var.user);
      await sessions.remove(session_id);
      return c.body(null, 204);
    },
  );

  return app;
}

async function ownSession(sessions: SessionStore, id: string, user: User): Promise<Session> {
  const session = await sessions.find(id, ownRuns(user));
  if (!session) throw notFound("Session");
  return session;
}

/** The run for a message: in the caller's session with its history, or in a new one. */
async function turn(
  { agent_id, message, session_id }: ChatInput,
  user: User,
  { agents, sessions, runs, runner }: PlaygroundDeps,
): Promise<RunRequest & { session: { id: string } }> {
  const agent = await runnable(agents, agent_id, user);
  runner.checkReady(agent.model);
  const request = { agent, input: message, caller: callerOf(user) };
  if (session_id === undefined) {
    const id = uuidv7();
    const title = withReplacementCharacters([...message].slice(0, TITLE_LENGTH).join(""));
    await sessions.insert({ id, agent_id: agent.id, sub: user.sub, title });
    return { ...request, session: { id, history: [] } };
  }
  const session = await sessions.find(session_id, user.sub);
  if (!session) throw notFound("Session");
  if (session.agent_id !== agent.id) throw wrongState("The session belongs to another agent");
  await sessions.touch(session_id);
  return {
    ...request,
    session: { id: session_id, history: await runs.history(session_id, REMEMBERED_TURNS) },
  };
}
