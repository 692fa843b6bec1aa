/** A run as Server-Sent Events, and the failure of a run as a response. */
import type { Context } from "hono";
import { withFallback } from "lib/deadlines.ts";
import { ServiceError } from "lib/errors.ts";
import type { AppEnv } from "lib/service/service.ts";
import { streamEvents } from "lib/http/unread.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { RunEvent } from "../loop/state.ts";
import type { Run } from "./run.ts";
import type { LiveRun } from "./working_runs.ts";

const PING_MS = 15_000;

/** Ends the run when its caller goes away. */
export function stopWithCaller(c: Context<AppEnv>, live: LiveRun): void {
  const stop = () => live.stop(new RunStopped("cancelled", "The caller disconnected"));
  const { signal } = c.req.raw;
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  live.done.catch(() => {}).finally(() => signal.removeEventListener("abort", stop));
}

/** The run, or 502 when the provider failed; Location names the stored run either way. */
export function runOrFailure(run: Run, prefix: string): Run {
  if (run.failure !== "provider_error") return run;
  throw new ServiceError(502, run.error ?? "The provider failed", {
    headers: { location: `${prefix}/agents/${run.agent_id}/runs/${run.id}` },
  });
}

/**
 * Streams a run that `begin` starts: `data:` lines of JSON with a `type` each, from run.started to run.finished,
 * then `data: [DONE]`.
 */
export async function streamRun(
  c: Context<AppEnv>,
  begin: (emit: (event: RunEvent) => void) => Promise<LiveRun>,
): Promise<Response> {
  const queue: string[] = [];
  let wake = () => {};
  const push = (event: unknown) => {
    queue.push(JSON.stringify(event));
    wake();
  };
  // Refusals come with a status, before the stream begins.
  const live = await begin(push);
  queue.unshift(JSON.stringify({ type: "run.started", run: live.run }));
  stopWithCaller(c, live);
  let over = false;
  live.done.then((run) => push({ type: "run.finished", run }), () => push({ type: "run.gone" })).finally(
    () => {
      over = true;
      wake();
    },
  );
  return streamEvents(c, async (stream) => {
    stream.onAbort(() => live.stop(new RunStopped("cancelled", "The caller disconnected")));
    while (!stream.aborted) {
      for (const data of queue.splice(0)) await stream.writeSSE({ data });
      if (queue.length > 0) continue;
      if (over) break;
      const woken = Promise.withResolvers<"woken">();
      wake = () => woken.resolve("woken");
      const next = await withFallback(PING_MS, woken.promise, "quiet");
      if (next === "quiet") await stream.write(": ping\n\n");
    }
    if (!stream.aborted) await stream.writeSSE({ data: "[DONE]" });
  });
}
