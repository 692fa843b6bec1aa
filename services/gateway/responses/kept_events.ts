/** Groups the events of a stream, so that they are stored with few writes. */
import { withFallback } from "lib/deadlines.ts";
import { type JsonObject, parsedObject } from "lib/json_object.ts";

const MOST_TOGETHER = 200;

/** Parses server-sent events; events within `gatherMs` form one group. `signal` aborts the stream. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array> | null,
  gatherMs: number,
  signal: AbortSignal,
): AsyncGenerator<JsonObject[]> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let group: JsonObject[] = [];
  /** When to yield the current group, in time of performance.now(). */
  let due: number | undefined;
  let reading = reader.read();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const step =
        await (due === undefined ? reading : withFallback(due - performance.now(), reading, undefined));
      if (step === undefined || group.length >= MOST_TOGETHER) {
        yield group;
        group = [];
        due = undefined;
        if (step === undefined) continue;
      }
      if (step.done) break;
      reading = reader.read();
      const frames = (rest + step.value).split("\n\n");
      rest = frames.pop() ?? "";
      group.push(...frames.flatMap(eventOf));
      if (group.length > 0) due ??= performance.now() + gatherMs;
    }
    if (group.length > 0) yield group;
  } finally {
    signal.removeEventListener("abort", stop);
    reading.catch(() => {});
    reader.cancel().catch(() => {});
  }
}

function eventOf(frame: string): JsonObject[] {
  const line = frame.split("\n").find((each) => each.startsWith("data:"));
  const event = line === undefined ? undefined : parsedObject(line.slice("data:".length));
  return event ? [event] : [];
}
