/** Loads earlier turns that a request refers to, and stores answers for later ones. */
import { within } from "lib/deadlines.ts";
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import type { Caller } from "../access/caller.ts";
import {
  MOST_KEPT,
  MOST_RECALLED,
  type Recalled,
  RecallError,
  type Recalling,
} from "../calls/conversations.ts";
import { decoded } from "../streams/message_texts.ts";
import type { Answered } from "../calls/call_endpoint.ts";
import type { StreamEvent } from "../streams/sse_events.ts";
import { invalidRequest, notNow } from "../errors.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { inputItems, keptItem } from "./input_items.ts";
import { consistent, endOf } from "./response_stream.ts";

// Short, because an unreachable database must not delay a finished answer.
const KEEP_MS = 2_000;
const RECALL_MS = 5_000;

/** Loads the items and earlier turns that a request refers to. Throws a 400 for unknown ones. */
export async function recall(
  { conversations }: Recalling,
  data: JsonObject,
  { tenant_id: tenant }: Caller,
): Promise<Recalled> {
  const input = Array.isArray(data.input) ? data.input : [];
  const references = input.flatMap((item, at) =>
    isReference(objectOf(item)) ? [{ id: textOf(objectOf(item).id), at }] : []
  );
  const previous = textOf(data.previous_response_id);
  if (references.length === 0 && previous === "") return { data, history: [] };
  const [named, turns] = await Promise.all([
    recalled(
      "input",
      async () =>
        references.length === 0
          ? []
          : await conversations?.items(references.map(({ id }) => id), tenant) ?? [],
    ),
    recalled(
      "previous_response_id",
      async () => previous === "" ? [] : await conversations?.turns(previous, tenant),
    ),
  ]);
  if (!turns) {
    throw unknown("previous_response_id", previous, "previous_response_not_found", "Previous response");
  }
  if (turns.some(({ response }) => response.status === "queued" || response.status === "in_progress")) {
    throw invalidRequest(400, `Response with id '${previous}' has not ended yet.`, {
      param: "previous_response_id",
      code: "previous_response_in_progress",
    });
  }
  const items = new Map(named.map((item) => [textOf(item.id), item]));
  const missing = references.find(({ id }) => !items.has(id));
  if (missing) throw unknown(`input.${missing.at}`, missing.id, "item_not_found", "Item");
  const resolved = input.map((item) =>
    isReference(objectOf(item)) ? items.get(textOf(objectOf(item).id)) : item
  );
  return {
    data: references.length > 0 ? { ...data, input: resolved } : data,
    history: turns.flatMap(({ input, response }) => [...input, ...objectsOf(response.output)]),
  };
}

/** Whether an item is only a reference by id; `type` may be omitted. */
function isReference({ type, id, role }: JsonObject): boolean {
  return type === "item_reference" ||
    (type === undefined || type === null) && role === undefined && typeof id === "string";
}

async function recalled<T>(param: string, read: () => Promise<T>): Promise<T> {
  try {
    return await within(RECALL_MS, read());
  } catch (cause) {
    if (cause instanceof RecallError) {
      const message = `The earlier turns exceed ${
        MOST_RECALLED / 2 ** 20
      } MB: send only the needed ones in 'input', without 'previous_response_id'`;
      throw invalidRequest(413, message, { param, code: "conversation_too_long" });
    }
    throw notNow("Earlier responses cannot be read at the moment; try again later", {
      cause,
      headers: { "retry-after": "5" },
    });
  }
}

function unknown(param: string, id: string, code: string, what: string) {
  return invalidRequest(400, `${what} with id '${id}' not found.`, { param, code });
}

/** Stores an answer before it is sent, since a fast client may refer to it at once. */
export async function keptAnswer(
  answer: Uint8Array<ArrayBuffer>,
  answered: Answered,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = parsedObject(decoded(answer, "utf8"));
  if (!response) return answer;
  return new TextEncoder().encode(JSON.stringify(await storeAnswer(response, answered)));
}

/** Forwards events, and stores the answer before the last one. */
export async function* keptStream(
  events: AsyncIterable<StreamEvent>,
  answered: Answered,
): AsyncGenerator<StreamEvent> {
  for await (const event of consistent(events)) {
    const response = endOf(event);
    yield response
      ? { ...event, data: { ...objectOf(event.data), response: await storeAnswer(response, answered) } }
      : event;
  }
}

/** Stores a response; `store` in the returned one says whether that succeeded. */
async function storeAnswer(response: JsonObject, { deps, asked, caller }: Answered): Promise<JsonObject> {
  const { conversations } = deps;
  const { data } = asked;
  // Storing a long conversation would need several times its size in memory.
  const isKept = conversations && data.store !== false && asked.text.length <= MOST_KEPT;
  if (!isKept) return { ...response, store: false };
  const work = conversations.keep({
    id: textOf(response.id),
    tenant_id: caller.tenant_id,
    previous_id: textOf(data.previous_response_id) || null,
    input: inputItems(data.input).map(keptItem),
    response: { ...response, store: true },
  });
  return await within(KEEP_MS, work).then(
    () => ({ ...response, store: true }),
    () => ({ ...response, store: false }),
  );
}
