import { isObject } from "lib/json_object.ts";
import { type Usage, usageOf } from "../usage.ts";

/**
 * The usage that an answer reports. It stands at the end of nearly all of them, so that an answer full of
 * embeddings need not be parsed for it. A quoted `"usage":` within a text is escaped and not found.
 */
export function reportedUsage(answer: string): Usage | undefined {
  const at = answer.lastIndexOf(`"usage"`);
  const start = at < 0 ? -1 : answer.indexOf("{", at);
  const found = start < 0 ? undefined : usageOf(objectAt(answer, start));
  return found ?? usageOfWhole(answer);
}

/** The object that begins at `start` and ends before what follows closes the answer. */
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
