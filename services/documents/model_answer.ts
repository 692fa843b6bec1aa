import { badGateway } from "lib/errors.ts";
import type { z } from "zod";

/** A model's JSON answer by its schema. What does not fit is the provider's failure, never passed on. */
export function parseAnswer<S extends z.ZodType>(schema: S, content: string | null | undefined): z.output<S> {
  const text = (content ?? "").replace(/^\s*```(?:json)?|```\s*$/g, "");
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw badGateway("The model's answer does not have the form that was asked for", { cause: error });
  }
}
