import { endpointsFailingAs } from "lib/service/endpoint.ts";
import { z } from "zod";
import { AnthropicFailure } from "./messages/message.ts";

/** The gateway's error format. */
const Failure = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
}).meta({
  id: "GatewayError",
  example: { error: { message: "Invalid API key", type: "rbac_denied", param: null, code: null } },
});

/** Declares an endpoint of the gateway. Without a rate limit: only model calls are limited, per key. */
export const endpoint = endpointsFailingAs({ denial: Failure, invalid: Failure, failure: Failure }, {
  counted: false,
});

/** Declares an endpoint whose errors have the format of Anthropic's API. */
export const anthropicEndpoint = endpointsFailingAs(
  { denial: AnthropicFailure, invalid: AnthropicFailure, failure: AnthropicFailure },
  { counted: false },
);

/** Failures that many endpoints share, for `fails`. */
export const FORBIDDEN = { 403: "The credential is valid but does not permit this" } as const;
export const MISSING = { 404: "The resource does not exist" } as const;
export const CONFLICT = { 409: "The resource exists already, or its state does not allow this" } as const;
