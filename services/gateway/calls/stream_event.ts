/** One event of a provider's chat stream, by itself. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { providerRefusal } from "lib/provider_refusal.ts";
import { type GatewayError, providerError } from "../errors.ts";

/** The JSON of an event's data lines; undefined when there is none. */
export function parseEvent(event: string): unknown {
  const data = event.split(/\r?\n/).filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5)).join("\n");
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

export function isUsageOnly(data: unknown): boolean {
  return isObject(data) && Array.isArray(data.choices) && data.choices.length === 0 && isObject(data.usage);
}

/** The end mark of a stream. */
export function isDone(event: string): boolean {
  return /^data: ?\[DONE\]\s*$/.test(event);
}

/** Whether an event says why the model stopped. */
export function isFinish(event: string): boolean {
  return event.includes('"finish_reason":"') || event.includes('"finish_reason": "');
}

/** Whether a text of events may hold a failure. */
export function mayFail(events: string): boolean {
  return events.includes('"error"') || events.includes("event: error") || events.includes("event:error");
}

/** The failure that a provider reports within its stream, without its secrets; undefined for any other event. */
export function failureIn(
  event: string,
  { provider, secrets = [] }: { provider: string; secrets?: readonly string[] | undefined },
): GatewayError | undefined {
  if (!mayFail(event)) return undefined;
  const data = parseEvent(event);
  if (!/^event: ?error\s*$/m.test(event) && !reportsFailure(data)) return undefined;
  const { message, code, param } = providerRefusal({
    status: 502,
    header: () => undefined,
    body: isObject(data) ? data : {},
    secrets,
  });
  return providerError(`${provider} failed: ${message ?? "it did not say why"}`, {
    code: code ?? "stream_failed",
    param,
  });
}

function reportsFailure(data: unknown): boolean {
  if (!isObject(data)) return false;
  const { error } = data;
  return isObject(error) || typeof error === "string" && error !== "" || data.object === "error";
}

/** The chunk that says that the model stopped, for a provider that ends its stream without; `like` any chunk before. */
export function finishChunk(like: unknown): JsonObject {
  const { id = "chatcmpl-0", object = "chat.completion.chunk", created = 0, model = "unknown" } =
    isObject(like) ? like : {};
  const said = object === "text_completion" ? { text: "" } : { delta: {} };
  return { id, object, created, model, choices: [{ index: 0, ...said, finish_reason: "stop" }] };
}
