/** Holds a stream back until what it says has been scanned, by sentence or by window. */
import { saidIn, type StreamEvent } from "./sse_events.ts";

export interface WindowOptions {
  /** Text is scanned after a sentence once there is this much of it. */
  least?: number;
  /** And in any case when there is this much. */
  most?: number;
  /** So much of what was scanned is scanned again with what follows, for what spans two windows. */
  overlap?: number;
}

// Events without text are held back as well, and a provider may send them without end.
const MOST_EVENTS = 1024;
const SENTENCE_END = /[.!?؟。…\n]["'”»)\]]*\s*$/;

/** `events`, each released only after `scan` has seen its text with all that came before it in its window. */
export async function* guarded(
  events: AsyncIterable<StreamEvent>,
  scan: (text: string) => Promise<void>,
  { least = 80, most = 400, overlap = 200 }: WindowOptions = {},
): AsyncGenerator<StreamEvent> {
  let held: StreamEvent[] = [];
  let fresh = "";
  let scanned = "";
  for await (const event of events) {
    held.push(event);
    fresh += saidIn(event);
    const full = fresh.length >= most || held.length >= MOST_EVENTS;
    if (!full && !(fresh.length >= least && SENTENCE_END.test(fresh))) continue;
    await scan(scanned + fresh);
    scanned = (scanned + fresh).slice(-overlap);
    fresh = "";
    yield* held;
    held = [];
  }
  if (fresh !== "") await scan(scanned + fresh);
  yield* held;
}
