/** A tool: a name, a schema that the model sees, and a function. */
import { z } from "zod";
import type { User } from "lib/auth/user.ts";
import type { Budget } from "../model/budget.ts";

/** The caller that a run acts for. */
export interface Caller extends Pick<User, "sub" | "role"> {
  /** The caller's own token, for the platform's services only; never stored. */
  jwt?: string;
}

/** The context of a tool's call. */
export interface ToolContext {
  /** Aborts when the run is cancelled, its time is over or the tool's own time is. */
  signal: AbortSignal;
  /** For whom the run acts, with the token that they came with while the run is in the memory it began in. */
  caller: Caller;
  runId: string;
  /** The budget that the run shares with those that it asks. */
  budget: Budget;
}

/** Arguments that a tool accepts, or why it does not. */
export type Checked = { ok: true; run: (context: ToolContext) => unknown } | { ok: false; message: string };

/** A tool as the loop sees it. */
export interface Tool {
  /** As listed and as written in an agent's `tools`. */
  name: string;
  description: string;
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>;
  /** Whether an operator asks for approval whatever the agent says. */
  needsApproval: boolean;
  /** Whether it only computes, so that it may run before its step is stored. */
  pure?: boolean;
  /** A specific timeout, for slow tools. */
  timeoutMs?: number;
  /** Checks the parsed arguments; `run` does the work. */
  check(args: Record<string, unknown>): Checked;
}

/** A failure whose message is meant for the model; any other is reported as a general sentence. */
export class ToolFailure extends Error {
  override name = "ToolFailure";
}

/** A tool whose arguments a zod schema describes. */
export function defineTool<S extends z.ZodObject>({ name, description, input, pure, run }: {
  name: string;
  description: string;
  input: S;
  pure?: boolean;
  run(input: z.output<S>, context: ToolContext): unknown;
}): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input" });
  return {
    name,
    description,
    parameters,
    needsApproval: false,
    pure,
    check(args) {
      const parsed = input.safeParse(args);
      if (!parsed.success) return { ok: false, message: faults(parsed.error) };
      return { ok: true, run: (context) => run(parsed.data, context) };
    },
  };
}

function faults(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`).join("; ");
}
