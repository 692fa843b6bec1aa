/** Keeps the events of a response consistent when the guard rewrites texts, which later events repeat. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Said, StreamEvent } from "../streams/sse_events.ts";
import { refuseChangedSeals, SIGNED_REASONING } from "../calls/seals.ts";
import { withoutProbabilities } from "lib/streams/message_texts.ts";
import { objectOf } from "../wires/http.ts";
import { mapEventWords } from "./spots.ts";

/** The events with the new texts in each, without those that earlier events have sent. */
export async function* responseStream(events: AsyncIterable<JsonObject>): AsyncGenerator<StreamEvent> {
  const known = new Set<string>();
  for await (const data of events) {
    const said: Said[] = [];
    mapEventWords(data, (text, of, isPiece) => {
      if (text !== "" && (isPiece || !known.has(of))) said.push({ of, text });
      if (text !== "") known.add(of);
      return text;
    });
    yield eventOf(data, said);
  }
}

function eventOf(data: JsonObject, said: Said[]): StreamEvent {
  return {
    raw: "",
    data,
    said,
    rewritten(texts) {
      const fresh = new Map(said.map(({ of }, index) => [of, texts[index] ?? ""]));
      const changed = mapEventWords(data, (text, of) => fresh.get(of) ?? text);
      return eventOf(
        objectOf(withoutProbabilities(changed)),
        said.map(({ of }, index) => ({ of, text: texts[index] ?? "" })),
      );
    },
  };
}

/** Replaces each repeated text by its deltas as sent, since the guard may have changed those. */
export async function* consistent(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent> {
  const sent = new Map<string, string>();
  for await (const event of events) {
    const before = objectOf(event.data);
    let isOther = false;
    const repeated = mapEventWords(before, (text, of, isPiece) => {
      const known = sent.get(of);
      if (!isPiece && known !== undefined) {
        isOther ||= known !== text;
        return known;
      }
      sent.set(of, (known ?? "") + text);
      return text;
    });
    const data = isOther ? objectOf(withoutProbabilities(repeated)) : repeated;
    refuseChangedSeals(before, data, SIGNED_REASONING);
    yield { ...event, data };
  }
}

/** The final response in an event that ends the stream; undefined for other events. */
export function endOf({ data }: StreamEvent): JsonObject | undefined {
  const { type, response } = objectOf(data);
  const ends = type === "response.completed" || type === "response.incomplete" || type === "response.failed";
  return ends && isObject(response) ? response : undefined;
}
