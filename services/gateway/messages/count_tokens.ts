import type { JsonObject } from "lib/json_object.ts";
import type { Answers } from "../calls/answer.ts";
import { promptTokens } from "../streams/estimate.ts";
import { isNative, nativeWhole } from "./native.ts";

/** Token counts: by Anthropic for its own models, else estimated. */
export const COUNT_ANSWERS: Answers = {
  async whole(providers, asked, attempt) {
    const { target } = attempt;
    const counted = isNative(target) && target.wire === "anthropic"
      ? await nativeWhole(providers, asked, attempt)
      : estimate(asked.data);
    return new TextEncoder().encode(JSON.stringify(counted));
  },
  streamed: () => Promise.reject(new TypeError("token counts cannot be streamed")),
};

function estimate({ system, messages, tools }: JsonObject): JsonObject {
  return { input_tokens: promptTokens([system, messages, tools]), estimated: true };
}
