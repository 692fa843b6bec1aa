/** Finds the models that a request to a provider's own endpoint names. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { WireName } from "../providers/target.ts";

export interface NamedModels {
  /** The model that answers; undefined if the request names none. */
  model: string | undefined;
  /** All models that may be used, also as fallbacks, by tools and in batches. */
  all: string[];
}

const IN_PATH: Partial<Record<WireName, RegExp>> = {
  gemini: /\/(?:models|tunedModels)\/([^/:]+)/,
  azure_openai: /\/openai\/deployments\/([^/]+)/,
  bedrock: /\/model\/([^/]+)\/(?:invoke|converse|count-tokens)/,
};

export function namedModels(wire: WireName, path: string, data: JsonObject | undefined): NamedModels {
  const step = IN_PATH[wire]?.exec(path)?.[1];
  const inPath = step === undefined ? undefined : decodeURIComponent(step);
  const own = data?.model;
  const inBody = typeof own === "string" && own !== "" ? own.replace(/^models\//, "") : undefined;
  const all = [...inPath === undefined ? [] : [inPath], ...modelsIn(data)];
  return { model: inPath ?? inBody, all: [...new Set(all)] };
}

/** Fields with messages and tool schemas, in which `model` does not name a model. */
const SAID = new Set([
  ...[
    "messages",
    "input",
    "contents",
    "content",
    "system",
    "instructions",
    "prompt",
    "metadata",
    "documents",
  ],
  ...["parameters", "input_schema", "properties", "schema", "variables"],
]);

function modelsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(modelsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (SAID.has(name)) return [];
    const isModel = name === "model" || name === "models" || name === "fallbacks";
    return isModel ? [...namesIn(part), ...modelsIn(part)] : modelsIn(part);
  });
}

function namesIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((name) => typeof name === "string" && name !== "")
    .map((name) => String(name).replace(/^models\//, ""));
}
