/** Runs external programs that tests need; without them the tests are skipped. */

/** The standard output of `program`; undefined if it is not installed or fails. */
export async function outputOf(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string | undefined> {
  try {
    const command = new Deno.Command(program, { args, env, stderr: "null" });
    // A missing program throws here and now rather than rejecting the promise.
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
