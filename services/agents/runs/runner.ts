/** Runs agents: tracks this process's runs, enforces deadlines, and stores every step. */
import { notFound, unavailable, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { type RunnableAgent, specOf } from "../agents/agent.ts";
import type { Waiting } from "./approvals_store.ts";
import { executor, type ExecutorDeps } from "./execute.ts";
import { deferredStart, PUT_OFF_MS } from "./beginning.ts";
import { type Budget, budget, type BudgetLimits, lowered } from "../model/budget.ts";
import { providerOf } from "../model/built_in.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { Exchange } from "../loop/history.ts";
import type { RunEvent } from "../loop/state.ts";
import { type NewRun, viewOf } from "./run.ts";
import { fairSemaphore } from "../fair_semaphore.ts";
import type { ToolContext } from "../tools/tool.ts";
import { runInPlace, runInTurn, type Turns } from "./turns.ts";
import { type LiveRun, watch, type WorkingRuns, workingRuns } from "./working_runs.ts";
import { withReplacementCharacters } from "../loop/trace.ts";
import type { WorkerStore } from "./workers_store.ts";

/** An agent to run, its input, and the caller. */
export interface RunRequest {
  agent: RunnableAgent;
  input: string;
  context?: Record<string, unknown>;
  caller: ToolContext["caller"];
  session?: { id: string; history: Exchange[] };
  /** The parent run of a nested run. */
  parent?: { runId: string; budget: Budget };
  /** The run's own limits, below the operator's. */
  budget?: Partial<BudgetLimits>;
  /** Whether the caller is told of the run at once, and does not wait for its end. */
  background?: boolean;
  /** Gets what happens; then answers are streamed from the model. */
  emit?: (event: RunEvent) => void;
}

export interface Runner {
  /** Throws 503 naming the setting when no provider is configured for `model`. */
  checkReady(model: string): void;
  start(request: RunRequest): Promise<LiveRun>;
  /** Continues a run in the background after its calls were decided. */
  resume(waiting: Waiting): LiveRun;
  /** The run, if this process executes it. */
  live(id: string): LiveRun | undefined;
  /** Ends the agent's runs here at once: it has been deleted. */
  abandon(agentId: string): void;
  /** One round of heartbeats and of reading other processes' stop requests; joins a round under way. */
  look(): Promise<void>;
  /** Marks remaining runs as interrupted. */
  close(): Promise<void>;
}

export interface RunnerDeps extends ExecutorDeps {
  workers: WorkerStore;
  lifecycle: Lifecycle;
  log: Logger;
  maxConcurrent: number;
  budget: BudgetLimits;
  /** Whether other processes may work on the same database. */
  alone: boolean;
  /** How long the row of a run that nobody watches is put off; `PUT_OFF_MS` by default. */
  putOffMs?: number | undefined;
}

const POLL_MS = 1_000;

export function runner(deps: RunnerDeps): Runner {
  const { journal, workers, log } = deps;
  const execute = executor(deps);
  const turns = { execute, journal, places: fairSemaphore(deps.maxConcurrent) };
  const running = workingRuns(deps);
  const maintain = watch({ ...deps, running });
  const poll = setInterval(maintain, POLL_MS);
  return {
    checkReady: (model) => checkReady(model, deps),
    start: (request) => start(request, { ...deps, turns, running }),
    resume({ run, state, decisions, duration_ms }) {
      const live = running.launch(run, viewOf(run, "running"), async ({ signal, stop }) => {
        const spending = budget(run.budget ?? deps.budget, state.spent);
        const execution = { run, signal, stop, state, decisions, spentMs: duration_ms, budget: spending };
        try {
          const box = await execute.toolbox(run);
          const leave = await turns.places.enter(run.sub, signal);
          return await runInPlace(execute, { ...execution, box }, leave);
        } catch (error) {
          if (error instanceof RunStopped) return await execute.end({ ...execution, box: new Map() }, error);
          return await execute.fail({ ...execution, box: new Map() }, error);
        }
      });
      live.stored = true;
      return live;
    },
    live: running.find,
    abandon(agentId) {
      for (const live of running.all()) {
        if (live.agentId === agentId) live.stop(new RunStopped("cancelled", "The agent was deleted"));
      }
    },
    look: maintain,
    async close() {
      clearInterval(poll);
      const left = running.all();
      for (const live of left) {
        live.stop(new RunStopped("interrupted", "The service stopped while the run was going on"));
      }
      await Promise.allSettled(left.map(({ done }) => done));
      deps.provider.close();
      deps.gateway.close();
      try {
        await deps.endings.settle();
        await workers.leave();
      } catch (error) {
        log.error(
          "the runs of this process could not be recorded; the next start completes their records",
          { error },
        );
      }
    },
  };
}

function checkReady(model: string, deps: RunnerDeps): void {
  const provider = providerOf(model, deps);
  if (!provider.configured) throw unavailable(`No model provider: set ${provider.setting}`);
}

async function start(
  request: RunRequest,
  deps: RunnerDeps & { turns: Turns; running: WorkingRuns },
): Promise<LiveRun> {
  const { caller, session, parent, emit } = request;
  const { turns, running, journal } = deps;
  const spending = parent ? parent.budget.nested() : budget(lowered(deps.budget, request.budget));
  const run = newRun(request, spending.limits);
  checkReady(run.pinned.model, deps);
  const box = await turns.execute.toolbox(run);
  // A nested run uses its parent's slot, since waiting for another could deadlock.
  const leave = parent ? () => {} : turns.places.tryEnter(caller.sub);
  const status = leave ? "running" : "queued";
  // The first model call need not wait for the row, unless a session may refuse the run or it has to queue.
  const waits = session !== undefined || !leave;
  // A session shows the message at once, and remembers it: a crash must not undo that.
  const told = request.background === true || emit !== undefined || session !== undefined;
  const row = deferredStart(async () => {
    if (await journal.begin(run, status, told)) live.stored = true;
    else throw session ? wrongState("The session is answering another message") : notFound("Agent");
  }, waits || told ? undefined : deps.putOffMs ?? PUT_OFF_MS);
  const live = running.launch(run, viewOf(run, status), async ({ signal, stop }) => {
    if (waits) await row.stored();
    const state = turns.execute.begin(run, session?.history ?? []);
    const asked = { run, box, signal, stop, state, decisions: {}, spentMs: 0, beginning: row };
    const execution = { ...asked, budget: spending, jwt: caller.jwt, emit };
    return leave ? await runInPlace(turns.execute, execution, leave) : await runInTurn(turns, execution);
  });
  try {
    await row.there;
  } catch (error) {
    if (waits) leave?.();
    live.stop(new RunStopped("interrupted", "The run could not begin"));
    throw error;
  }
  return live;
}

function newRun(
  { agent, input, context, caller, session, parent }: RunRequest,
  limits: BudgetLimits,
): NewRun {
  return {
    id: uuidv7(),
    agent_id: agent.id,
    session_id: session?.id ?? null,
    parent_run_id: parent?.runId ?? null,
    sub: caller.sub,
    role: caller.role,
    input: withReplacementCharacters(input),
    context: context ?? null,
    pinned: specOf(agent),
    budget: limits,
    started_at: new Date().toISOString(),
  };
}
