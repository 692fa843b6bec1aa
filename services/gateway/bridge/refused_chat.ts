/** Which chats a model refuses on chat completions but accepts as responses, configured or learned. */
import type { JsonObject } from "lib/json_object.ts";
import type { Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** All of them, or those with tools. */
export type Refused = "all" | "tools";

/** A learned refusal expires after this time: providers change their models. */
const LEARNED_MS = 3_600_000;

/** Whether a chat is asked as a response from the start. */
export function isAskedAsResponse(target: Target, data: JsonObject): boolean {
  const { load, responses, toolsByResponses } = target;
  if (!responses) return false;
  if (toolsByResponses && hasTools(data)) return true;
  const learned = load?.refusedChats;
  if (!learned || performance.now() - learned.at > LEARNED_MS) return false;
  return learned.what === "all" || hasTools(data);
}

/** Reads from a provider's refusal which chats a model takes as responses only; undefined for any other error. */
export function refusedIn(error: unknown, target: Target, data: JsonObject): Refused | undefined {
  if (!target.responses || !(error instanceof UpstreamError) || !error.beforeFirstByte) return undefined;
  if (error.status !== 400 && error.status !== 404) return undefined;
  // The provider's message follows its name and status; quoted parts of the request would come later.
  const [, words = ""] = /^\S+ (?:answered \d+|failed): (.*)$/s.exec(error.message) ?? [];
  if (/^This model is only supported in v1\/responses\b/i.test(words)) return "all";
  const isOfTools = /^Function tools\b.{0,200}\bnot supported\b.{0,200}\bv1\/responses\b/is.test(words);
  return isOfTools && hasTools(data) ? "tools" : undefined;
}

/** Remembered once a provider has answered a refused chat as a response. */
export function learn({ load }: Target, what: Refused): void {
  if (load) load.refusedChats = { what, at: performance.now() };
}

/** OpenAI takes tools on chat completions from models that do not reason. */
function hasTools({ tools, reasoning_effort }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0 && reasoning_effort !== "none";
}
