import { type Call, noteUsage } from "./call.ts";
import { estimatedUsage } from "./estimate.ts";
import { type CheckWindows, guarded } from "./guarded_stream.ts";
import { begun, type EventSource } from "./metered_events.ts";
import type { StreamEvent } from "./sse_events.ts";

/**
 * The events of `source` behind their check, once the first of them has passed it. Throws what refuses the first words;
 * the provider's side is ended then, and what it has sent is billed.
 */
export async function checkedEvents(
  call: Call,
  source: EventSource,
  { check, abort }: { check: CheckWindows; abort(reason: unknown): void },
): Promise<AsyncGenerator<StreamEvent>> {
  try {
    return await begun(guarded(source.events, check));
  } catch (error) {
    const { usage, tokens } = source.counted();
    noteUsage(call, usage ?? estimatedUsage(call.promptTokens, tokens()));
    abort(error);
    throw error;
  }
}
