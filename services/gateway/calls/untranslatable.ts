import type { JsonObject } from "lib/json_object.ts";
import { type GatewayError, invalidRequest } from "../errors.ts";

/** 400 for a part of a request without an equivalent in the protocol of the model's provider. */
export function untranslatable({ type }: JsonObject, param: string): GatewayError {
  const message = `${param}: ${String(type)} cannot be translated for the provider of this model`;
  return invalidRequest(400, message, { param, code: "unsupported_value" });
}
