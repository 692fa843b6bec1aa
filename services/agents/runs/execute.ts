/** Executes one run: prompt, loop, record. */
import { HTTPException } from "hono/http-exception";
import { notFound, wrongState } from "lib/errors.ts";
import { type Exchange, historyMessages } from "../loop/history.ts";
import { runLoop } from "../loop/loop.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { LoopOptions, LoopState } from "../loop/state.ts";
import { type Toolbox, toolbox } from "../loop/tool_calls.ts";
import type { TraceStep } from "../loop/trace.ts";
import { askModel } from "../model/ask_model.ts";
import { providerOf, type Providers } from "../model/built_in.ts";
import { question } from "../model/messages.ts";
import type { ModelPrices } from "../model/prices.ts";
import { type Windows, windows } from "../model/windows.ts";
import { failSpan, inSpan } from "lib/telemetry/tracing.ts";
import { type Tool, ToolFailure } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import {
  type Execution,
  type RecordDeps,
  recordEnd,
  recordFault,
  recordPause,
  recordStop,
} from "./execution.ts";
import type { NewRun, Run } from "./run.ts";
import { type StepKeeper, stepKeeper } from "./step_keeper.ts";

export interface ExecutorDeps extends RecordDeps, Providers {
  toolkit: Toolkit;
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

export interface Executor {
  /** The tools of a run; throws when one is unavailable. */
  toolbox(run: NewRun): Promise<Toolbox>;
  begin(run: NewRun, history: Exchange[]): LoopState;
  run(execution: Execution): Promise<Run>;
  /** Ends a run that did not begin. */
  end(execution: Execution, reason: RunStopped): Promise<Run>;
  /** Ends a run for an unforeseen reason. */
  fail(execution: Execution, error: unknown): Promise<Run>;
}

export function executor(deps: ExecutorDeps): Executor {
  const allWindows = windows(deps.limits.contextTokens);
  return {
    toolbox: (run) => toolboxOf(run, deps.toolkit),
    begin({ pinned: { system_prompt }, input, context }, history) {
      const messages: LoopState["messages"] = [
        ...(system_prompt ? [{ role: "system" as const, content: system_prompt }] : []),
        ...historyMessages(history),
        { role: "user", content: question(input, context) },
      ];
      return { messages, question: messages.length - 1, step: 0 };
    },
    async run(given) {
      const execution = { ...given, steps: stepKeeper((steps) => storeSteps(steps, given, deps)) };
      const startedAt = performance.now();
      const workedMs = () => performance.now() - startedAt;
      try {
        const name = `invoke_agent ${execution.run.pinned.name}`;
        return await inSpan(name, spanAttributes(execution.run, deps), async (span) => {
          const options = loopOptions(execution, deps, allWindows);
          const outcome = await runLoop(execution.state, options, execution.decisions);
          const ended = { ...outcome, workedMs: workedMs() };
          if (outcome.status === "awaiting_approval") return await recordPause(deps, execution, ended);
          if (outcome.failure) failSpan(span, outcome.failure);
          return await recordEnd(deps, execution, ended);
        });
      } catch (error) {
        if (error instanceof HTTPException && (error.status === 404 || error.status === 503)) throw error;
        await execution.beginning?.begun;
        return await recordFault(deps, { ...execution, spentMs: execution.spentMs + workedMs() }, error);
      }
    },
    end: (execution, reason) => recordStop(deps, execution, reason),
    fail: (execution, error) => recordFault(deps, execution, error),
  };
}

async function toolboxOf(
  { pinned: { tools: names, needs_approval }, sub, role, parent_run_id }: NewRun,
  toolkit: Toolkit,
): Promise<Toolbox> {
  const { tools, missing } = await toolkit.find(names, { sub, role });
  if (missing.length > 0) {
    throw wrongState(`The agent uses tools that do not exist: ${missing.join(", ")}`);
  }
  const box = toolbox(tools, ({ name }) => needs_approval.includes(name));
  if (parent_run_id === null) return box;
  return new Map(
    [...box].map(([name, entry]) => [name, entry.needsApproval ? withoutApproval(entry.tool) : entry]),
  );
}

function loopOptions(
  execution: Execution & { steps: StepKeeper },
  { log, limits, prices, traceContent, ...providers }: ExecutorDeps,
  allWindows: Windows,
): LoopOptions {
  const { run, box, signal, budget, jwt, emit, steps } = execution;
  const { model, temperature, max_steps } = run.pinned;
  const modelOptions = { model, temperature, stream: emit !== undefined, timeoutMs: limits.modelTimeoutMs };
  return {
    model,
    maxSteps: Math.min(max_steps, limits.maxSteps),
    windows: allWindows,
    ask: askModel(providerOf(model, providers), { ...modelOptions, traceContent, prices }),
    box,
    calls: {
      context: { caller: { sub: run.sub, role: run.role, jwt }, runId: run.id, budget },
      timeoutMs: limits.toolTimeoutMs,
      signal,
      traceContent,
      onFault: (tool, error) => log.error("a tool failed", { run_id: run.id, tool, error }),
    },
    ...steps,
    emit(event) {
      emit?.(event);
      if (event.type !== "step.finished") return;
      const { step, type, duration_ms } = event.step;
      log.debug("step", { run_id: run.id, step, type, duration_ms });
    },
  };
}

/** Stores steps of a run that has begun, and hears what became of it meanwhile. */
async function storeSteps(
  steps: TraceStep[],
  { run, beginning, stop }: Execution,
  { journal }: ExecutorDeps,
): Promise<void> {
  await beginning?.stored();
  const standings = await Promise.all(steps.map((step) => journal.step(run.id, step)));
  if (standings.includes("gone")) throw notFound("Run");
  if (standings.includes("cancelled")) stop(new RunStopped("cancelled", "Cancelled"));
}

/** Nobody can approve the calls of a nested run, so they are refused. */
function withoutApproval(tool: Tool): { tool: Tool; needsApproval: boolean } {
  const refuse = () => {
    throw new ToolFailure(
      "This tool needs a person's approval and cannot be used by an agent that another agent called",
    );
  };
  return { tool: { ...tool, check: () => ({ ok: true, run: refuse }) }, needsApproval: false };
}

function spanAttributes(run: NewRun, providers: Providers) {
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": providerOf(run.pinned.model, providers).name,
    "gen_ai.agent.id": run.agent_id,
    "gen_ai.agent.name": run.pinned.name,
    "gen_ai.request.model": run.pinned.model,
    "gen_ai.conversation.id": run.session_id ?? undefined,
  };
}
