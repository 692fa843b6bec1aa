/** The agent loop with a scripted provider, without HTTP and database, for tests. */
import { z } from "zod";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import { type Budget, budget } from "../model/budget.ts";
import { type Windows, windows } from "../model/windows.ts";
import { askModel } from "../model/ask_model.ts";
import { runLoop } from "./loop.ts";
import type { LoopOptions, LoopState, Outcome, RunEvent } from "./state.ts";
import { type Asked, type Scripted, scriptedModel } from "../model/scripted_model.ts";
import { toolbox } from "./tool_calls.ts";
import { calculator } from "../tools/calculator.ts";
import { defineTool, type Tool } from "../tools/tool.ts";
import type { TraceStep } from "./trace.ts";

/** The outcome of a run. */
export interface Ran {
  outcome: Outcome;
  steps: TraceStep[];
  events: RunEvent[];
  asked: Asked[];
}

/** The differences of a run from the default. */
export interface Setup {
  tools?: Tool[];
  maxSteps?: number;
  stream?: boolean;
  state?: LoopState;
  stop?: AbortController;
  toolTimeoutMs?: number;
  contextTokens?: number;
  windows?: Windows;
  approve?: string[];
  budget?: Budget;
  emit?: (event: RunEvent) => void;
}

export const fresh = (): LoopState => ({
  messages: [{ role: "system", content: "You help." }, { role: "user", content: "What is it?" }],
  question: 1,
  step: 0,
});

export async function run(script: Parameters<typeof scriptedModel>[0], setup: Setup = {}): Promise<Ran> {
  await using model = scriptedModel(script);
  const steps: TraceStep[] = [];
  const events: RunEvent[] = [];
  const options: LoopOptions = {
    model: "scripted",
    maxSteps: setup.maxSteps ?? 5,
    windows: setup.windows ?? windows(setup.contextTokens ?? 100_000),
    ask: askModel(model.provider, {
      model: "scripted",
      temperature: 0,
      stream: setup.stream ?? false,
      timeoutMs: 30_000,
    }),
    box: toolbox(setup.tools ?? [calculator], (tool) => setup.approve?.includes(tool.name) ?? false),
    calls: {
      context: {
        caller: { sub: "user-1", role: "user" },
        runId: "run-1",
        budget: setup.budget ?? budget(TEST_LIMITS),
      },
      timeoutMs: setup.toolTimeoutMs ?? 5_000,
      signal: (setup.stop ?? new AbortController()).signal,
      onFault: () => {},
    },
    store: (step) => void (steps[step.step - 1] = structuredClone(step)),
    stored: () => Promise.resolve(),
    emit: (event) => {
      events.push(event);
      setup.emit?.(event);
    },
  };
  const outcome = await runLoop(setup.state ?? fresh(), options);
  return { outcome, steps, events, asked: model.asked() };
}

export const call = (name: string, args: string, id = "c1"): Scripted => ({
  tool_calls: [{ id, name, arguments: args }],
});
export const sum = call("calculator", '{"expression":"0.1+0.2"}');
export const results = ({ asked }: Ran) =>
  asked.at(-1)?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);

export function toolOf(name: string, work: (signal: AbortSignal) => unknown): Tool {
  return defineTool({ name, description: name, input: z.object({}), run: (_, { signal }) => work(signal) });
}
