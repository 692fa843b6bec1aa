import { z } from "zod";
import { json } from "lib/openapi.ts";

/** The gateway's error format, for the descriptions of routes. */
export const Failure = z.object({
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

/** 401 and 403. */
export const denied = {
  401: json(Failure, "No credential that counts: rbac_denied or oidc_auth_error"),
  403: json(Failure, "The credential is good but may not do this: rbac_denied"),
};
/** 404. */
export const missing = { 404: json(Failure, "Does not exist") };
/** 400, 415 and 422. */
export const invalidInput = {
  400: json(Failure, "The body is not JSON"),
  415: json(Failure, "Wrong content type"),
  422: json(Failure, "Not acceptable; the message says what and where"),
};
/** 422 of a query. */
export const invalidQuery = { 422: json(Failure, "Not acceptable; the message says what and where") };
/** 409. */
export const conflicting = {
  409: json(Failure, "Exists already, or is in a state that does not allow this"),
};
