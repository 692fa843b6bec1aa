import { type Call, noteUsage } from "./call.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { type CheckWindows, guarded } from "./guarded_stream.ts";
import { awaitFirst, type EventSource } from "../streams/metered_events.ts";
import type { StreamEvent } from "../streams/sse_events.ts";

/**
 * The checked events of `source`, once the first has passed. Throws when the first text is refused, after aborting the
 * provider's stream and recording its usage.
 */
export async function checkedEvents(
  call: Call,
  source: EventSource,
  { check, abort }: { check: CheckWindows; abort(reason: unknown): void },
): Promise<AsyncGenerator<StreamEvent>> {
  try {
    return await awaitFirst(guarded(source.events, check));
  } catch (error) {
    const { usage, tokens } = source.counted();
    noteUsage(call, usage ?? estimatedUsage(call.promptTokens, tokens()));
    abort(error);
    throw error;
  }
}
