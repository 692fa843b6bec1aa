/** Earlier turns of a conversation as messages for the model: questions, calls, results and answers. */
import { type Message, question, wireName } from "../model/messages.ts";
import { resultText } from "./tool_calls.ts";
import type { Failure, RunStatus, TraceStep } from "./trace.ts";

/** One turn: a finished run. */
export interface Exchange {
  input: string;
  context: Record<string, unknown> | null;
  output: string;
  status: RunStatus;
  failure: Failure | null;
  error: string | null;
  /** Its steps with tool calls; empty when they are too large to load. */
  steps: TraceStep[];
}

/** The messages of earlier turns, oldest first. */
export function historyMessages(exchanges: Exchange[]): Message[] {
  return exchanges.flatMap((exchange, turn): Message[] => [
    { role: "user", content: questionOf(exchange) },
    ...exchange.steps.flatMap((step) => callsOf(step, turn)),
    { role: "assistant", content: answer(exchange) },
  ]);
}

/** The length of the beginning that later turns see of a message that alone was too long. */
const KEPT_OF_TOO_LONG = 500;

/**
 * A refused message is not sent again, since the provider would refuse every later turn too; one that was too long
 * for the model would displace all turns before it.
 */
function questionOf({ input, context, failure }: Exchange): string {
  if (failure === "content_filter") return "[The provider refused this message]";
  if (failure === "context_overflow" && input.length > KEPT_OF_TOO_LONG) {
    return `${
      input.slice(0, KEPT_OF_TOO_LONG).toWellFormed()
    }\n[cut: this message was longer than the model takes]`;
  }
  return question(input, context);
}

function answer({ output, status, error }: Exchange): string {
  if (status === "completed") return output;
  const note = `[This turn did not end with an answer: ${error ?? status}]`;
  return output.trim() ? `${output}\n\n${note}` : note;
}

/** The calls of a step with one result each, under unique ids. */
function callsOf({ step, tool_calls }: TraceStep, turn: number): Message[] {
  if (tool_calls.length === 0) return [];
  const id = (i: number) => `turn_${turn}_${step}_${i}`;
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: tool_calls.map((call, i) => ({
        id: id(i),
        type: "function",
        function: { name: wireName(call.name), arguments: JSON.stringify(call.arguments) },
      })),
    },
    ...tool_calls.map((call, i): Message => ({
      role: "tool",
      tool_call_id: id(i),
      content: resultText(call),
    })),
  ];
}
