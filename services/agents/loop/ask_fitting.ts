/** Calls the model with as much of the conversation as fits, within the run's budget. */
import type { ModelAnswer } from "../model/model.ts";
import { ModelFailure } from "../model/model_failure.ts";
import type { LoopOptions, LoopState } from "./state.ts";
import type { Charge } from "../model/budget.ts";
import { fit, type Fitted } from "../model/fit.ts";
import { estimatedPromptTokens, estimateTokens, type Message, type WireTool } from "../model/messages.ts";
import type { Toolbox } from "./tool_calls.ts";
import type { TraceStep } from "./trace.ts";

const OVERFLOW_TRIES = 10;

/** Calls with as much of the conversation as fits, and with less if the provider still finds it too long. */
export async function askFitting(
  state: LoopState,
  step: TraceStep,
  options: LoopOptions,
): Promise<ModelAnswer> {
  const { windows, model, box } = options;
  const tools = wireTools(box);
  let maxTokens = windows.of(model);
  for (let tries = 1;; tries++) {
    const { messages, dropped, shortened } = fitted(state, tools, maxTokens);
    if (dropped > 0) step.dropped_messages = dropped;
    if (shortened > 0) step.shortened_results = shortened;
    const sent = estimatedPromptTokens(messages, tools);
    try {
      return await askWith(messages, step, { ...options, tools, promptTokens: sent });
    } catch (error) {
      if (!(error instanceof ModelFailure) || !error.overflow || tries >= OVERFLOW_TRIES) throw error;
      maxTokens = windows.learn(model, sent, error.overflow);
      // Nothing more can be left out: the question alone is too long.
      if (estimatedPromptTokens(fitted(state, tools, maxTokens).messages, tools) >= sent) throw error;
      step.retries.push({ attempt: tries, status: error.overflow.status, wait_ms: 0 });
    }
  }
}

function fitted({ messages, question }: LoopState, tools: WireTool[], maxTokens: number): Fitted {
  return fit(messages, { question, maxTokens: maxTokens - estimatedPromptTokens([], tools) });
}

/** Makes one call within the budget. */
async function askWith(
  messages: Message[],
  step: TraceStep,
  options: LoopOptions & { tools: WireTool[]; promptTokens: number },
): Promise<ModelAnswer> {
  const { emit, ask, tools, promptTokens, calls: { signal, context: { budget } } } = options;
  const settle = budget.takeModelCall(promptTokens);
  let charge: Charge | undefined;
  try {
    const answer = await ask({
      messages,
      tools,
      signal,
      onDelta({ content, reasoning }) {
        if (reasoning) emit({ type: "reasoning.delta", step: step.step, delta: reasoning });
        if (content) emit({ type: "text.delta", step: step.step, delta: content });
      },
      onRetry(retry) {
        step.retries.push(retry);
        emit({ type: "step.retried", step: step.step, retry });
      },
    });
    const { usage, cost_usd: costUsd, content, reasoning } = answer;
    charge = { usage, costUsd, estimatedTokens: promptTokens + estimateTokens(content + reasoning) };
    return answer;
  } finally {
    settle(charge);
  }
}

const wireToolsOf = new WeakMap<Toolbox, WireTool[]>();

function wireTools(box: Toolbox): WireTool[] {
  const known = wireToolsOf.get(box);
  if (known) return known;
  const tools = [...box].map(([name, { tool: { description, parameters } }]): WireTool => ({
    type: "function",
    function: { name, description, parameters },
  }));
  wireToolsOf.set(box, tools);
  return tools;
}
