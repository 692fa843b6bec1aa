/**
 * Runs the tests (`deno task test [files and flags…]`) and prints failures and the runner's summary line. The dots
 * of the tests that pass, a line for each where files run side by side, are left out.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

// deno-lint-ignore no-control-regex
const DOTS = /^(\x1b\[[0-9;]*m|[.,!])+$/;

/** Runs the tests and resolves with the runner's exit code. */
export async function runTests(args: string[], print: (line: string) => void): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    // `deno task ok` checks the types before.
    args: ["test", "-A", "--parallel", "--no-check", "--reporter=dot", ...args],
    stdout: "piped",
  }).spawn();
  const forward = (signal: Deno.Signal) => () => child.kill(signal);
  const signals = (["SIGINT", "SIGTERM"] as const).map((signal) => [signal, forward(signal)] as const);
  for (const [signal, listener] of signals) Deno.addSignalListener(signal, listener);
  for await (const line of createInterface({ input: Readable.fromWeb(child.stdout) })) {
    if (!DOTS.test(line)) print(line);
  }
  const { code } = await child.status;
  for (const [signal, listener] of signals) Deno.removeSignalListener(signal, listener);
  return code;
}

if (import.meta.main) {
  const encoder = new TextEncoder();
  Deno.exit(await runTests(Deno.args, (line) => Deno.stdout.writeSync(encoder.encode(`${line}\n`))));
}
