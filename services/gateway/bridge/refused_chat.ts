/** Which chats a model accepts only as responses, configured or learned from its refusals. */
import type { JsonObject } from "lib/json_object.ts";
import type { Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** All chats, or only those with tools. */
export type Refused = "all" | "tools";

/** Learned refusals expire, since providers change their models. */
const LEARNED_MS = 3_600_000;

/** Whether a chat goes to the Responses API without trying chat completions. */
export function isAskedAsResponse(target: Target, data: JsonObject): boolean {
  const { load, responses, toolsByResponses } = target;
  if (!responses) return false;
  if (toolsByResponses && hasTools(data)) return true;
  const learned = load?.refusedChats;
  if (!learned || performance.now() - learned.at > LEARNED_MS) return false;
  return learned.what === "all" || hasTools(data);
}

/** Reads from a provider's error which chats the model accepts only as responses; undefined for any other error. */
export function refusedIn(error: unknown, target: Target, data: JsonObject): Refused | undefined {
  if (!target.responses || !(error instanceof UpstreamError) || !error.beforeFirstByte) return undefined;
  if (error.status !== 400 && error.status !== 404) return undefined;
  // The message is matched from its start, after the provider's name and status: it may quote the request later on.
  const [, words = ""] = /^\S+ (?:answered \d+|failed): (.*)$/s.exec(error.message) ?? [];
  if (/^This model is only supported in v1\/responses\b/i.test(words)) return "all";
  const isOfTools = /^Function tools\b.{0,200}\bnot supported\b.{0,200}\bv1\/responses\b/is.test(words);
  return isOfTools && hasTools(data) ? "tools" : undefined;
}

/** Remembers a refusal; called once the provider has answered the chat as a response. */
export function learn({ load }: Target, what: Refused): void {
  if (load) load.refusedChats = { what, at: performance.now() };
}

/** Tools with reasoning: OpenAI's chat completions accept tools when reasoning is off. */
function hasTools({ tools, reasoning_effort }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0 && reasoning_effort !== "none";
}
