import { endpointsFailingAs } from "lib/endpoint.ts";
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

/** Declares an endpoint of the gateway. Its limits count model calls alone, by key. */
export const endpoint = endpointsFailingAs({ denial: Failure, invalid: Failure, failure: Failure }, {
  counted: false,
});

/** Declares an endpoint whose failures have the form of Anthropic's API. */
export const anthropicEndpoint = endpointsFailingAs(
  { denial: AnthropicFailure, invalid: AnthropicFailure, failure: AnthropicFailure },
  { counted: false },
);
