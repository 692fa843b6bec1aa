/** Calls providers with a Responses API of their own. Conversations are stored here, never at the provider. */
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { piecesOf } from "lib/http/http_client.ts";
import type { Asked, Attempt, Providers } from "../calls/answer.ts";
import { refuseFailure } from "../calls/refused_success.ts";
import { definedFields } from "../translation/chat_fields.ts";
import { decoded } from "../streams/message_texts.ts";
import { type Origin, originOf, sealed, unsealed } from "../calls/origin.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { catalogued, priceList } from "../providers/prices.ts";
import type { Target } from "../providers/target.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { sseObjects } from "../wires/events.ts";
import { failureSourceOf } from "../wires/wire.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { inputItems } from "./input_items.ts";
import { nativeEvents } from "./native_events.ts";
import { newResponseId } from "./response_id.ts";

export function isNative({ responses, wire }: Target): boolean {
  return responses === true && (wire === "openai" || wire === "azure_openai");
}

export async function nativeWhole(providers: Providers, asked: Asked, attempt: Attempt): Promise<JsonObject> {
  const bytes = await providers.upstream.ask({
    ...attempt,
    path: "/responses",
    body: bodyFor(asked, attempt),
  });
  refuseFailure(bytes, attempt);
  const response = parsedObject(decoded(bytes, "utf8"));
  if (response?.status === "failed" || response?.status === "cancelled") {
    throw reportedFailure(response, failureSourceOf(attempt), { beforeFirstByte: true });
  }
  const toClient = clientResponse(asked.data, originOf(attempt.target, attempt.key));
  if (response && Array.isArray(response.output)) return toClient(response);
  throw new UpstreamError(`${attempt.target.provider} did not answer with a response object`, {
    code: "bad_answer",
  });
}

export async function* nativeStream(
  providers: Providers,
  asked: Asked,
  attempt: Attempt,
): AsyncGenerator<JsonObject> {
  const body = bodyFor(asked, attempt);
  const answer = await providers.upstream.open({ ...attempt, path: "/responses", body });
  const stop = () => answer.body.cancel();
  attempt.signal.addEventListener("abort", stop, { once: true });
  try {
    const events = sseObjects(ReadableStream.from(piecesOf(answer.body)), attempt);
    const origin = originOf(attempt.target, attempt.key);
    yield* nativeEvents(events, {
      ...failureSourceOf(attempt),
      clientResponse: clientResponse(asked.data, origin),
      clientItem: (item) => sealedItem(item, origin),
    });
  } finally {
    attempt.signal.removeEventListener("abort", stop);
    stop();
  }
}

function bodyFor({ data, history = [] }: Asked, { target }: Attempt): string {
  for (const name of ["background", "conversation"]) {
    if (data[name] !== undefined && data[name] !== null && data[name] !== false) {
      throw untranslatable({ type: name }, name);
    }
  }
  const items = [...history, ...inputItems(data.input)].flatMap((item) => unsealedItem(item, target));
  const { background: _background, conversation: _conversation, previous_response_id: _previous, ...rest } =
    data;
  const include = Array.isArray(data.include) ? data.include : [];
  const seals = reasons(target, data) ? ["reasoning.encrypted_content"] : [];
  return JSON.stringify(definedFields({
    ...rest,
    // Azure takes the deployment as model, since the path of its Responses API names none.
    model: target.azure?.deployment ?? target.model,
    input: items,
    // Reasoning must be returned encrypted, or the next turn would lack it.
    store: false,
    include: include.length + seals.length > 0 ? [...new Set([...include, ...seals])] : undefined,
  }));
}

/** Whether a model reasons; other models refuse to return encrypted reasoning. */
function reasons({ model, provider, wire }: Target, data: JsonObject): boolean {
  const known = catalogued(model, priceList(provider, wire))?.capabilities;
  return known
    ? known.includes("reasoning")
    : isObject(data.reasoning) || /(^|\/)(gpt-[5-9]|o\d)/.test(model);
}

/** An item as the provider made it; reasoning that it did not encrypt is dropped. */
function unsealedItem(item: JsonObject, { provider }: Target): JsonObject[] {
  if (item.type !== "reasoning") return [item];
  const seal = unsealed(textOf(item.encrypted_content));
  if (!seal) {
    return textOf(item.encrypted_content).startsWith("dwn0.") || !item.encrypted_content ? [] : [item];
  }
  return seal.origin.provider === provider ? [{ ...item, encrypted_content: seal.content }] : [];
}

function sealedItem(item: JsonObject, origin: Origin): JsonObject {
  const content = textOf(item.encrypted_content);
  return content === "" ? item : { ...item, encrypted_content: sealed(content, origin) };
}

/** Rewrites a response for the client: the gateway's id, the requested model, and seals that name their origin. */
function clientResponse(data: JsonObject, origin: Origin): (response: JsonObject) => JsonObject {
  const id = newResponseId(origin);
  return (response) => ({
    ...response,
    ...{ id, model: data.model, store: data.store !== false },
    previous_response_id: data.previous_response_id ?? null,
    output: objectsOf(response.output).map((item) => sealedItem(objectOf(item), origin)),
  });
}
