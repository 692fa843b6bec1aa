/** Runs agents: keeps those at work here, ends them in time, and tells the database of every step. */
import { notFound, unavailable, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Lifecycle } from "lib/lifecycle.ts";
import type { Logger } from "lib/log.ts";
import { type RunnableAgent, specOf } from "../agents/agent.ts";
import type { Waiting } from "./approvals_store.ts";
import { isUnsettled } from "./endings.ts";
import { type Execution, executor, type ExecutorDeps } from "./execute.ts";
import { type Budget, budget, type BudgetLimits, lowered } from "../model/budget.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { Exchange } from "../loop/history.ts";
import type { RunEvent } from "../loop/state.ts";
import { type NewRun, type Run, viewOf } from "./run.ts";
import { semaphore } from "../semaphore.ts";
import type { ToolContext } from "../tools/tool.ts";
import { storable } from "../loop/trace.ts";
import type { WorkerStore } from "./workers_store.ts";

/** What is to be run, and for whom. */
export interface RunRequest {
  agent: RunnableAgent;
  input: string;
  context?: Record<string, unknown>;
  caller: ToolContext["caller"];
  session?: { id: string; history: Exchange[] };
  /** The run that asked, when an agent asks another. */
  parent?: { runId: string; budget: Budget };
  /** Limits of its own, below the operator's. */
  budget?: Partial<BudgetLimits>;
  /** Gets what happens; then answers are streamed from the model. */
  emit?: (event: RunEvent) => void;
}

/** A run that has been stored and goes on. */
export interface LiveRun {
  id: string;
  /** As it stood when it began. */
  run: Run;
  /** As it ended, or came to wait. Rejects when the agent was deleted meanwhile. */
  done: Promise<Run>;
  stop(reason: RunStopped): void;
}

export interface Runner {
  /** Throws 503 naming the setting when no provider is configured. */
  checkReady(): void;
  start(request: RunRequest): Promise<LiveRun>;
  /** Goes on, in the background, with a run whose calls have been decided. */
  resume(waiting: Waiting): LiveRun;
  /** The run, when it is at work here. */
  live(id: string): LiveRun | undefined;
  /** Ends the agent's runs here at once: it has been deleted. */
  abandon(agentId: string): void;
  /** One round of heartbeats and of reading what other processes want; joins a round that is under way. */
  look(): Promise<void>;
  /** Ends what still runs as interrupted. */
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
}

/** A run at work here. */
interface Working extends LiveRun {
  agentId: string;
  /** Whether its row is known to be in the database. */
  stored: boolean;
}

const POLL_MS = 1_000;
const BEATS = 5;

export function runner(deps: RunnerDeps): Runner {
  const { journal, workers, lifecycle, log } = deps;
  const execute = executor(deps);
  const places = semaphore(deps.maxConcurrent);
  const running = new Map<string, Working>();

  /** Does `work` as a run at work here: counted, stoppable, with a deadline. */
  function launch(run: NewRun, view: Run, execution: (signal: AbortSignal) => Promise<Run>): Working {
    const controller = new AbortController();
    const leave = lifecycle.enter();
    const stop = (reason: RunStopped) => controller.abort(reason);
    const done = execution(controller.signal).finally(() => {
      // A run that waited for approval may be at work again by now.
      if (running.get(run.id) === live) running.delete(run.id);
      leave();
    });
    // Whoever waits for it hears of it; a background run has nobody.
    done.catch((error) => {
      if (isUnsettled(error)) deps.endings.lose(run.id);
    });
    const live: Working = { id: run.id, agentId: run.agent_id, run: view, done, stop, stored: false };
    running.set(run.id, live);
    return live;
  }

  /** Executes a run that was stored as queued, when its turn comes. */
  async function inTurn(execution: Execution): Promise<Run> {
    let leave = () => {};
    try {
      leave = await places.enter(execution.run.sub, execution.signal);
      if (!await journal.advance(execution.run.id)) throw new RunStopped("cancelled", "Cancelled");
    } catch (error) {
      leave();
      if (error instanceof RunStopped) return await execute.end(execution, error);
      throw error;
    }
    return await inPlace(execution, leave);
  }

  /** Executes a run within the deadline, then leaves its place. */
  async function inPlace(execution: Execution, leave: () => void): Promise<Run> {
    const { signal, spentMs, budget: { limits: { seconds } } } = execution;
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new RunStopped("deadline_exceeded", `Not finished within ${seconds} s`)),
      Math.max(0, seconds * 1000 - spentMs),
    );
    const onAbort = () => deadline.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await execute.run({
        ...execution,
        signal: deadline.signal,
        stop: (reason) => deadline.abort(reason),
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      leave();
    }
  }

  const checkReady = () => {
    if (!deps.provider.configured) throw unavailable(`No model provider: set ${deps.provider.setting}`);
  };

  const look = watch({ running, ...deps });
  const poll = setInterval(look, POLL_MS);

  return {
    checkReady,
    async start({ agent, input, context, caller, session, parent, emit, budget: asked }) {
      const spending = parent ? parent.budget.nested() : budget(lowered(deps.budget, asked));
      const run: NewRun = {
        id: uuidv7(),
        agent_id: agent.id,
        session_id: session?.id ?? null,
        parent_run_id: parent?.runId ?? null,
        sub: caller.sub,
        role: caller.role,
        input: storable(input),
        context: context ?? null,
        pinned: specOf(agent),
        budget: spending.limits,
        started_at: new Date().toISOString(),
      };
      checkReady();
      const box = await execute.toolbox(run);
      // A nested run has its parent's place: waiting for one of its own could be waiting for itself.
      const leave = parent ? () => {} : places.tryEnter(caller.sub);
      const status = leave ? "running" : "queued";
      const { promise: stored, resolve, reject } = Promise.withResolvers<void>();
      const live = launch(run, viewOf(run, status), async (signal) => {
        await stored;
        const execution = {
          run,
          box,
          signal,
          state: execute.begin(run, session?.history ?? []),
          decisions: {},
          spentMs: 0,
          budget: spending,
          jwt: caller.jwt,
          emit,
        };
        return leave ? await inPlace(execution, leave) : await inTurn(execution);
      });
      try {
        if (!await journal.begin(run, status)) {
          throw session ? wrongState("The session is answering another message") : notFound("Agent");
        }
        live.stored = true;
        resolve();
      } catch (error) {
        leave?.();
        reject(error);
        throw error;
      }
      return live;
    },
    resume({ run, state, decisions, duration_ms }) {
      const live = launch(run, viewOf(run, "running"), async (signal) => {
        const spending = budget(run.budget ?? deps.budget, state.spent);
        const execution = { run, signal, state, decisions, spentMs: duration_ms, budget: spending };
        try {
          const box = await execute.toolbox(run);
          return await inPlace({ ...execution, box }, await places.enter(run.sub, signal));
        } catch (error) {
          if (error instanceof RunStopped) return await execute.end({ ...execution, box: new Map() }, error);
          return await execute.fail({ ...execution, box: new Map() }, error);
        }
      });
      live.stored = true;
      return live;
    },
    live: (id) => running.get(id),
    abandon(agentId) {
      for (const live of running.values()) {
        if (live.agentId === agentId) live.stop(new RunStopped("cancelled", "The agent was deleted"));
      }
    },
    look,
    async close() {
      clearInterval(poll);
      const left = [...running.values()];
      for (const live of left) {
        live.stop(new RunStopped("interrupted", "The service stopped while the run was going on"));
      }
      await Promise.allSettled(left.map(({ done }) => done));
      deps.provider.close();
      try {
        await deps.endings.settle();
        await workers.leave();
      } catch (error) {
        log.error("the record of what ran here is left to the next start", { error });
      }
    },
  };
}

/** Heartbeats, and what other processes want of the runs here. */
function watch({ running, workers, endings, log, alone }: RunnerDeps & {
  running: Map<string, Working>;
}): () => Promise<void> {
  let round = 0;
  let current: Promise<void> | undefined;
  const look = async () => {
    await endings.settle();
    if (alone) return;
    if (round++ % BEATS === 0) {
      await workers.beat();
      const interrupted = await workers.sweep();
      if (interrupted > 0) log.warn("runs of a crashed process are interrupted", { runs: interrupted });
    }
    // A run whose insert is still under way has no row, and was not deleted for that.
    const stored = [...running.values()].filter((run) => run.stored).map(({ id }) => id);
    const { cancelled, gone } = await workers.unwanted(stored);
    for (const id of [...cancelled, ...gone]) running.get(id)?.stop(new RunStopped("cancelled", "Cancelled"));
  };
  return () =>
    current ??= look().catch((error) => log.error("looking after runs failed", { error }))
      .finally(() => current = undefined);
}
