/** One run from its state to its end: prompt, loop, record. */
import { HTTPException } from "hono/http-exception";
import { notFound, wrongState } from "lib/errors.ts";
import type { Logger } from "lib/log.ts";
import type { Provider } from "lib/provider.ts";
import { askModel } from "../model/ask_model.ts";
import type { Endings } from "./endings.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { Ending, Journal } from "./journal_store.ts";
import { type Exchange, historyMessages } from "../loop/history.ts";
import { runLoop } from "../loop/loop.ts";
import type { Decision, LoopState, Outcome, RunEvent } from "../loop/state.ts";
import type { Budget } from "../model/budget.ts";
import { question } from "../model/messages.ts";
import { windows } from "../model/windows.ts";
import type { ModelPrices } from "../model/prices.ts";
import { type NewRun, type PendingCall, type Run, viewOf } from "./run.ts";
import { failSpan, inSpan } from "../spans.ts";
import { type Toolbox, toolbox } from "../loop/tool_calls.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import { type Tool, ToolFailure } from "../tools/tool.ts";
import { type Failure, type RunStatus, storable, type TraceStep } from "../loop/trace.ts";

export interface ExecutorDeps {
  provider: Provider;
  toolkit: Toolkit;
  journal: Journal;
  endings: Endings;
  log: Logger;
  limits: {
    maxSteps: number;
    toolTimeoutMs: number;
    modelTimeoutMs: number;
    contextTokens: number;
  };
  prices: ModelPrices;
  /** Whether spans carry what was said. */
  traceContent: boolean;
}

/** A run about to be executed. */
export interface Execution {
  run: NewRun;
  box: Toolbox;
  signal: AbortSignal;
  stop?: (reason: RunStopped) => void;
  state: LoopState;
  decisions: Record<string, Decision>;
  /** Time it was at work before. */
  spentMs: number;
  budget: Budget;
  /** The caller's own token. */
  jwt?: string;
  /** The step that the run ended with, until it is stored with its end. */
  last?: TraceStep;
  emit?: (event: RunEvent) => void;
}

export interface Executor {
  /** The tools of a run; throws when one is not to be had. */
  toolbox(run: NewRun): Promise<Toolbox>;
  begin(run: NewRun, history: Exchange[]): LoopState;
  run(execution: Execution): Promise<Run>;
  /** Ends a run that did not begin. */
  end(execution: Execution, reason: RunStopped): Promise<Run>;
  /** Ends a run for an unforeseen reason. */
  fail(execution: Execution, error: unknown): Promise<Run>;
}

export function executor(
  { provider, toolkit, journal, endings, log, limits, prices, traceContent }: ExecutorDeps,
): Executor {
  const window = windows(limits.contextTokens);

  async function settle(
    execution: Execution,
    outcome: Omit<Outcome, "state">,
    startedAt: number,
  ): Promise<Run> {
    const { run, spentMs } = execution;
    const ending: Ending = {
      id: run.id,
      status: outcome.status,
      failure: outcome.failure ?? null,
      error: outcome.error === undefined ? null : storable(outcome.error),
      output: storable(outcome.output),
      duration_ms: Math.round(spentMs + performance.now() - startedAt),
      truncated: outcome.truncated ?? false,
      spent: execution.budget.spent(),
      last: execution.last,
    };
    const totals = await endings.store(ending);
    if (!totals) throw notFound("Run");
    const { last: _, ...ended } = ending;
    return { ...viewOf(run, ending.status), ...ended, ...totals };
  }

  /** Puts a run down until someone has decided about its calls. */
  async function pause(
    execution: Execution,
    { state, output: partial }: Outcome,
    startedAt: number,
  ): Promise<Run> {
    const { run, spentMs } = execution;
    const pending = waitingCalls(state.waiting);
    const output = storable(partial);
    const duration_ms = Math.round(spentMs + performance.now() - startedAt);
    const spent = execution.budget.spent();
    const totals = await journal.pause({
      id: run.id,
      output,
      duration_ms,
      spent,
      state: { ...state, spent },
      pending,
    });
    if (totals) {
      return {
        ...viewOf(run, "awaiting_approval"),
        output,
        duration_ms,
        spent,
        ...totals,
        pending_approvals: pending,
      };
    }
    return await settle(
      execution,
      { status: "cancelled", failure: "cancelled", error: "Cancelled", output },
      startedAt,
    );
  }

  async function loop(execution: Execution): Promise<Outcome> {
    const { run, box, signal, stop, state, decisions, budget, jwt, emit } = execution;
    const { model, temperature, max_steps } = run.pinned;
    return await runLoop(state, {
      model,
      maxSteps: Math.min(max_steps, limits.maxSteps),
      windows: window,
      ask: askModel(provider, {
        model,
        temperature,
        stream: emit !== undefined,
        timeoutMs: limits.modelTimeoutMs,
        traceContent,
        prices,
      }),
      box,
      calls: {
        context: { caller: { sub: run.sub, role: run.role, jwt }, runId: run.id, budget },
        timeoutMs: limits.toolTimeoutMs,
        signal,
        traceContent,
        onFault: (tool, error) => log.error("a tool failed", { run_id: run.id, tool, error }),
      },
      async store(step) {
        // Nothing comes after these but the end.
        if (step.type !== "model") return void (execution.last = step);
        const standing = await journal.step(run.id, step);
        if (standing === "gone") throw notFound("Run");
        if (standing === "cancelled") stop?.(new RunStopped("cancelled", "Cancelled"));
      },
      emit(event) {
        emit?.(event);
        if (event.type !== "step.finished") return;
        const { step, type, duration_ms } = event.step;
        log.debug("step", { run_id: run.id, step, type, duration_ms });
      },
    }, decisions);
  }

  const execute: Executor = {
    async toolbox({ pinned: { tools: names, needs_approval }, sub, role, parent_run_id }) {
      const { tools, missing } = await toolkit.find(names, { sub, role });
      if (missing.length > 0) {
        throw wrongState(`The agent uses tools that do not exist: ${missing.join(", ")}`);
      }
      const box = toolbox(tools, ({ name }) => needs_approval.includes(name));
      if (parent_run_id === null) return box;
      return new Map(
        [...box].map(([name, entry]) => [name, entry.needsApproval ? withoutApproval(entry.tool) : entry]),
      );
    },
    begin({ pinned: { system_prompt }, input, context }, history) {
      const messages: LoopState["messages"] = [
        ...(system_prompt ? [{ role: "system" as const, content: system_prompt }] : []),
        ...historyMessages(history),
        { role: "user", content: question(input, context) },
      ];
      return { messages, question: messages.length - 1, step: 0 };
    },
    async run(execution) {
      const { run } = execution;
      const startedAt = performance.now();
      try {
        return await inSpan(
          `invoke_agent ${run.pinned.name}`,
          spanAttributes(run, provider.name),
          async (span) => {
            const outcome = await loop(execution);
            if (outcome.status === "awaiting_approval") return await pause(execution, outcome, startedAt);
            if (outcome.failure) failSpan(span, outcome.failure);
            return await settle(execution, outcome, startedAt);
          },
        );
      } catch (error) {
        if (error instanceof HTTPException && (error.status === 404 || error.status === 503)) throw error;
        return await execute.fail({
          ...execution,
          spentMs: execution.spentMs + performance.now() - startedAt,
        }, error);
      }
    },
    end(execution, { failure, message }) {
      const status: RunStatus = failure === "deadline_exceeded" ? "failed" : failure;
      return settle(execution, { status, failure, error: message, output: "" }, performance.now());
    },
    async fail(execution, error) {
      log.error("a run failed inside the service", { run_id: execution.run.id, error });
      const told = error instanceof HTTPException && error.status !== 500;
      const failure: Failure = "internal_error";
      const message = told ? error.message : "The run failed inside the service; its log says why";
      return await settle(
        execution,
        { status: "failed", failure, error: message, output: "" },
        performance.now(),
      );
    },
  };
  return execute;
}

function waitingCalls(step: TraceStep | undefined): PendingCall[] {
  return (step?.tool_calls ?? []).filter(({ status }) => status === "awaiting_approval")
    .map(({ id, name, arguments: args }) => ({ id, name, arguments: args, decision: null }));
}

/** Nobody watches a nested run: what would wait for a person is refused there. */
function withoutApproval(tool: Tool): { tool: Tool; needsApproval: boolean } {
  const refuse = () => {
    throw new ToolFailure(
      "This tool needs a person's approval and cannot be used by an agent that another asked",
    );
  };
  return { tool: { ...tool, check: () => ({ ok: true, run: refuse }) }, needsApproval: false };
}

function spanAttributes(run: NewRun, provider: string) {
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": provider,
    "gen_ai.agent.id": run.agent_id,
    "gen_ai.agent.name": run.pinned.name,
    "gen_ai.request.model": run.pinned.model,
    "gen_ai.conversation.id": run.session_id ?? undefined,
  };
}
