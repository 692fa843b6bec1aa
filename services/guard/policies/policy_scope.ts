/** The calls that a policy applies to. */
import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";

/** The known origin of a call. */
export interface CallScope {
  product?: string | null;
  key?: string | null;
  team?: string | null;
  model?: string | null;
  user?: string | null;
}

const names = (description: string, example: string) =>
  z.array(textOf({ min: 1, max: 500 })).max(200).default([]).meta({ description, example: [example] });

const FIELDS = {
  products: names("services and products that call; service names for those of the platform", "agents"),
  keys: names("ids of the gateway's virtual keys", "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e"),
  teams: names("ids of the gateway's teams", "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7f"),
  models: names("models; gpt-5* is all that begin so", "gpt-5*"),
  users: names("people, by user_id", "sara"),
};

const isNamed = (scope: Record<string, string[]>) => Object.values(scope).some((list) => list.length > 0);

/** A call is in a scope when every non-empty list names it; an empty scope contains all calls. */
export const PolicyScope = z.strictObject(FIELDS).meta({ id: "PolicyScope" });
export type PolicyScope = z.output<typeof PolicyScope>;

export const EVERYBODY: PolicyScope = { products: [], keys: [], teams: [], models: [], users: [] };

/** An empty exception would except every call. */
export const PolicyException = PolicyScope.refine(isNamed, { message: "must name at least one condition" })
  .meta({ id: "PolicyException" });

const NAMED_BY = [
  ["products", "product"],
  ["keys", "key"],
  ["teams", "team"],
  ["models", "model"],
  ["users", "user"],
] as const;

/**
 * Whether a call is in a scope; a call with an unknown product, key and so on is in no scope that names some.
 */
function holds(scope: PolicyScope, call: CallScope): boolean {
  return NAMED_BY.every(([list, field]) => {
    const value = call[field];
    return scope[list].length === 0 ||
      (value !== undefined && value !== null && isListed(scope[list], value));
  });
}

const isListed = (list: readonly string[], value: string) =>
  list.some((pattern) => pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : pattern === value);

/** Whether a policy is for a call. */
export function appliesTo(
  { scope, exceptions }: { scope: PolicyScope; exceptions: readonly PolicyScope[] },
  call: CallScope,
): boolean {
  return holds(scope, call) && !exceptions.some((exception) => holds(exception, call));
}
