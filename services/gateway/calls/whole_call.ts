/** Answers a call with a whole answer. */
import { settle } from "./accounting.ts";
import { type Call, noteUsage, settleOn, turnTo } from "./call.ts";
import { inTry } from "./call_span.ts";
import { PLAIN_ANSWERS } from "./answer.ts";
import { estimatedUsage, textTokens } from "../streams/estimate.ts";
import { checkedAnswer } from "./checked_answer.ts";
import { firstAnswer } from "../providers/resilience.ts";
import type { Bytes } from "lib/http/http_client.ts";
import type { Outcome } from "lib/http/incoming.ts";
import type { CallDeps, Passage } from "./call_endpoint.ts";
import { headersOf, keepAnswer, tellCost } from "./call_response.ts";

/** Requests a whole answer and sends it. */
export async function wholeCall(deps: CallDeps, call: Call, passage: Passage): Promise<Outcome> {
  const { chain, asked, endpoint } = passage;
  const answers = endpoint.answers ?? PLAIN_ANSWERS;
  const answered = await firstAnswer(chain, (target, key, signal) => {
    turnTo(call, target);
    return inTry(call, target, () => answers.whole(deps, asked, { target, key, signal }));
  }, passage.resilience);
  settleOn(call, answered);
  return await wholeResponse(deps, call, passage, answered.value);
}

/** The response for a whole answer of a provider. */
export async function wholeResponse(
  deps: CallDeps,
  call: Call,
  { asked, caller, endpoint, check, cache }: Passage,
  value: Bytes,
): Promise<Outcome> {
  const usage = endpoint.usage(value, asked);
  const used = usage ?? estimatedUsage(call.promptTokens, textTokens(endpoint.outputText(value)));
  noteUsage(call, used);
  const checked = check ? await checkedAnswer(value, check, endpoint) : { bytes: value, texts: [] };
  const shaped = endpoint.shaped(checked.bytes, asked.data);
  const bytes = endpoint.finished ? await endpoint.finished(shaped, { deps, asked, caller }) : shaped;
  call.span?.answer.whole(bytes);
  const bill = settle(deps, call, { outcome: "ok", status: 200, usage: used });
  deps.inHand.delete(call);
  const contentType = endpoint.contentType?.(asked.data) ?? "application/json";
  const headers = headersOf(deps, call, { "content-type": contentType });
  tellCost(headers, bill);
  if (cache) {
    headers["x-cache"] = "miss";
    const { texts } = checked;
    keepAnswer(deps, call, { cache, bytes, usage: used, texts, contentType });
  }
  return { status: 200, headers, bytes };
}
