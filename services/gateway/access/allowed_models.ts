import { matches } from "../providers/model_pattern.ts";
import type { Caller } from "./caller.ts";

/** Whether a caller may use a model; used by calls and `/v1/models`. `gpt-5*` allows every model with that prefix. */
export function mayUse({ allowed_models }: Pick<Caller, "allowed_models">, model: string): boolean {
  return allowed_models?.some((pattern) => matches(pattern, model)) ?? true;
}
