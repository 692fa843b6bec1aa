/** Events of a response on their way to the client: checked words first, then what repeats them. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Said, StreamEvent } from "../streams/sse_events.ts";
import { refuseChangedSeals } from "../calls/seals.ts";
import { withoutProbabilities } from "lib/streams/message_texts.ts";
import { objectOf } from "../wires/http.ts";
import { mapEventWords } from "./spots.ts";

/** The events, with the words in each that no event before has said. */
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

/** The events, each text that is done as it was sent in pieces: the guard may have changed these. */
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
    refuseChangedSeals(before, data, SEALED_THOUGHTS);
    yield { ...event, data };
  }
}

/** Thoughts that a provider signed are in the seal word by word, where nothing can be changed. */
export const SEALED_THOUGHTS = "The model's thoughts hold what may not be shown, and are signed as they are";

/** The last response of a stream, when the event is its end. */
export function endOf({ data }: StreamEvent): JsonObject | undefined {
  const { type, response } = objectOf(data);
  const ends = type === "response.completed" || type === "response.incomplete" || type === "response.failed";
  return ends && isObject(response) ? response : undefined;
}
