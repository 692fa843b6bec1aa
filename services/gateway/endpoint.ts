import { endpointsFailingAs } from "lib/endpoint.ts";
import { z } from "zod";

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
