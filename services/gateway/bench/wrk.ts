/**
 * The same measurement of chats with `wrk` (a package of Debian's), which takes less than half the processor
 * time of a JavaScript load generator on the core shared with provider and database.
 */
import type { Load, Measured } from "./load.ts";

/** The prefix that puts a command on one core. */
export type Pinned = (command: string[]) => string[];

const FOUND = /^FOUND (\d+) (\d+) (\d+) (\d+) (\d+)$/m;

export async function hasWrk(): Promise<boolean> {
  try {
    await new Deno.Command("wrk", { args: ["-v"] }).output();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export async function measureWithWrk(load: Load, pinned: Pinned): Promise<Measured> {
  const script = await Deno.makeTempFile({ prefix: "wrk-", suffix: ".lua" });
  try {
    await Deno.writeTextFile(script, scriptOf(load));
    const { connections, seconds, url } = load;
    const [program = "", ...args] = pinned(
      ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script, url],
    );
    const { stdout } = await new Deno.Command(program, { args, stderr: "inherit" }).output();
    const figures = FOUND.exec(new TextDecoder().decode(stdout))?.slice(1).map(Number);
    if (!figures) throw new Error("wrk measured nothing");
    const [requests = 0, us = 1, p50 = 0, p99 = 0, errors = 0] = figures;
    return {
      ...{ rate: requests / us * 1e6, p50: p50 / 1000, p99: p99 / 1000, errors },
      ...{ chunkRate: NaN, first50: NaN, first99: NaN },
    };
  } finally {
    await Deno.remove(script);
  }
}

function scriptOf({ body, headers }: Load): string {
  const lines = Object.entries({ "content-type": "application/json", ...headers })
    .map(([name, value]) => `wrk.headers[ ${quoted(name)} ] = ${quoted(value)}`);
  return `
    wrk.method = "POST"
    wrk.body = ${quoted(body)}
    ${lines.join("\n")}
    function done(summary, latency)
      local e = summary.errors
      print(string.format("FOUND %d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50),
        latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
    end`;
}

/** A raw Lua string. */
function quoted(text: string): string {
  return `[==[${text}]==]`;
}
