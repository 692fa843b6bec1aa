/** Whether checking values by a JSON schema that another program wrote takes bounded time. */
import { isObject, type JsonObject } from "lib/json_object.ts";

/** The most parts, each counted as often as references apply it: a few lines of references can mean a billion. */
const MOST_PARTS = 20_000;
/** Keywords whose schemas apply to the same value, so that recursion under them doubles the work at each level. */
const BRANCHING = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "contains"],
  ...["additionalProperties", "unevaluatedProperties", "unevaluatedItems"],
]);
const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

interface Walk {
  root: JsonObject;
  /** The parts behind each reference. */
  known: Map<string, number>;
  open: Set<string>;
  /** References to a schema that holds them. */
  cycles: number;
  branches: boolean;
}

/** True where a check by `schema` takes bounded time; not every such schema is recognised. */
export function isBounded(schema: JsonObject): boolean {
  const walk: Walk = { root: schema, known: new Map(), open: new Set(["#"]), cycles: 0, branches: false };
  return partsOf(schema, walk) <= MOST_PARTS && (walk.cycles < 2 || !walk.branches);
}

function partsOf(value: unknown, walk: Walk): number {
  if (typeof value !== "object" || value === null) return 0;
  let sum = 1;
  for (const [name, part] of Object.entries(value)) {
    if (BRANCHING.has(name) && typeof part === "object") walk.branches = true;
    sum += REFERENCES.has(name) && typeof part === "string" ? partsBehind(part, walk) : partsOf(part, walk);
    if (sum > MOST_PARTS) return Infinity;
  }
  return sum;
}

function partsBehind(reference: string, walk: Walk): number {
  if (reference !== "#" && !reference.startsWith("#/")) return Infinity;
  if (walk.open.has(reference)) {
    walk.cycles++;
    return 1;
  }
  const known = walk.known.get(reference);
  if (known !== undefined) return known;
  walk.open.add(reference);
  const parts = partsOf(targetOf(reference, walk.root), walk);
  walk.open.delete(reference);
  walk.known.set(reference, parts);
  return parts;
}

/** The schema at a JSON pointer. */
function targetOf(reference: string, root: JsonObject): unknown {
  return reference.split("/").slice(1).reduce<unknown>((value, step) => {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    return isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
  }, root);
}
