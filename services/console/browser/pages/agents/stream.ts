/** A turn with an agent as it happens: its steps grow by the service's events. */
import { send } from "../../api.ts";
import { dataOf } from "../../events.ts";
import { API, type Run, type Step, type ToolCall } from "./agents.ts";

export interface Turn {
  message: string;
  steps: Step[];
  /** The text of the step at work. */
  text: string;
  run?: Run & { session_id: string | null };
  failure?: string;
  /** Whether the person ended it; the run's own end is then not heard of. */
  stopped?: boolean;
  over: boolean;
}

type RunEvent =
  | { type: "run.started" | "run.finished"; run: Run & { session_id: string | null } }
  | { type: "step.started"; step: number }
  | { type: "text.delta" | "reasoning.delta"; step: number; delta: string }
  | { type: "step.retried"; step: number }
  | { type: "tool_call.started" | "tool_call.finished"; step: number; tool_call: ToolCall }
  | { type: "step.finished"; step: Step }
  | { type: "run.gone" };

/** Sends a message to an agent; `show` is called with the turn as it grows. */
export async function sendMessage(
  { agent, message, session, signal, show }: {
    agent: string;
    message: string;
    session: string | undefined;
    signal: AbortSignal;
    show(turn: Turn): void;
  },
): Promise<Turn> {
  const json = { agent_id: agent, message, ...session ? { session_id: session } : {} };
  let turn: Turn = { message, steps: [], text: "", over: false };
  show(turn);
  try {
    const path = `${API}/playground/chat?stream=true`;
    const response = await send(path, { method: "POST", json, signal });
    for await (const data of dataOf(response)) {
      const event: RunEvent = JSON.parse(data);
      turn = turnAfter(turn, event);
      show(turn);
    }
  } catch (error) {
    const failure = signal.aborted ? undefined : error instanceof Error ? error.message : String(error);
    turn = { ...turn, failure, stopped: signal.aborted };
  }
  turn = { ...turn, over: true };
  show(turn);
  return turn;
}

/** The turn after an event. */
export function turnAfter(turn: Turn, event: RunEvent): Turn {
  switch (event.type) {
    case "run.started":
    case "run.finished":
      return { ...turn, run: event.run };
    case "step.started":
      return { ...turn, text: "", steps: [...turn.steps, { step: event.step, tool_calls: [] }] };
    case "text.delta":
      return { ...turn, text: turn.text + event.delta };
    case "reasoning.delta":
      return changed(turn, event.step, (step) => ({
        ...step,
        reasoning: (step.reasoning ?? "") + event.delta,
      }));
    case "step.retried":
      return { ...changed(turn, event.step, (step) => ({ ...step, reasoning: "" })), text: "" };
    case "tool_call.started":
    case "tool_call.finished":
      return changed(turn, event.step, (step) => {
        const call = { status: "running" as const, ...event.tool_call };
        const others = step.tool_calls.filter(({ id }) => id !== call.id);
        return { ...step, tool_calls: [...others, call] };
      });
    case "step.finished":
      return changed(turn, event.step.step, () => event.step);
    case "run.gone":
      return { ...turn, over: true };
  }
}

function changed(turn: Turn, number: number, change: (step: Step) => Step): Turn {
  return { ...turn, steps: turn.steps.map((step) => step.step === number ? change(step) : step) };
}
