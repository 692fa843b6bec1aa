import { badGateway } from "lib/errors.ts";
import { modelJson } from "lib/providers/model_json.ts";
import type { z } from "zod";

/**
 * Parses a model's JSON answer with its schema. An invalid answer is the provider's failure and is never
 * passed on.
 */
export function parseAnswer<S extends z.ZodType>(schema: S, content: string | null | undefined): z.output<S> {
  const { value } = modelJson(content ?? "", { shape: "object" });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badGateway("The model's answer does not have the form that was asked for", { cause: parsed.error });
}
