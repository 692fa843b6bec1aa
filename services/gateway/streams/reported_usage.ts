import { isObject } from "lib/json_object.ts";
import { type Usage, usageOf } from "../usage.ts";

/**
 * The usage that an answer reports. It is searched from the end, where nearly all answers have it, so that a large
 * list of embeddings need not be parsed. `"usage":` inside a JSON string is escaped and so not found.
 */
export function reportedUsage(answer: string): Usage | undefined {
  const at = answer.lastIndexOf(`"usage"`);
  const start = at < 0 ? -1 : answer.indexOf("{", at);
  const usage = start < 0 ? undefined : usageOf(objectAt(answer, start));
  return usage ?? usageOfWhole(answer);
}

/** Parses the object at `start`, whatever brackets follow it. */
function objectAt(text: string, start: number): unknown {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === "{") depth++;
    if (character === "}" && --depth === 0) return parsed(text.slice(start, index + 1));
  }
  return undefined;
}

function usageOfWhole(answer: string): Usage | undefined {
  const whole = parsed(answer);
  return isObject(whole) ? usageOf(whole.usage) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
