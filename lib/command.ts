/** Runs the commands of `deno task` and prints usage errors as sentences instead of stack traces. */
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import { print } from "lib/print.ts";

/**
 * Runs `command` with the command line, prints the text that it returns, and ends the process with code 0 or
 * with its `code`. Errors go to standard error: faulty settings exit with code 1; unknown options and missing
 * files print `usage` and exit with code 2. Any other error is thrown on.
 */
export async function runCommand(
  command: (args: string[]) => Promise<string | { text: string; code: number }>,
  usage: string,
): Promise<void> {
  try {
    const result = await command(Deno.args);
    const { text, code } = typeof result === "string" ? { text: result, code: 0 } : result;
    print(text);
    Deno.exitCode = code;
  } catch (error) {
    if (error instanceof SettingsError) {
      print(error.message, Deno.stderr);
      Deno.exit(1);
    }
    const fault = faultOfUse(error);
    if (fault === undefined) throw error;
    print(fault === "" ? usage : `${fault}\n\n${usage}`, Deno.stderr);
    Deno.exit(2);
  }
}

/** The command line lacks a required argument; without a message only the usage is printed. */
export class WrongUse extends Error {
  /** Its name. */
  override name = "WrongUse";
}

function faultOfUse(error: unknown): string | undefined {
  if (error instanceof WrongUse) return error.message;
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (error instanceof Deno.errors.NotFound) return error.message;
  const isOfOptions = error instanceof TypeError && "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
  return isOfOptions ? error.message : undefined;
}
