import { json } from "lib/openapi.ts";
import { Failure } from "../responses.ts";

const failure = (description: string) => json(Failure, description);

/** What a model call may answer beside 200. */
export const callResponses = {
  400: failure("`invalid_request_error`: the body is not JSON"),
  401: failure("`rbac_denied` or `oidc_auth_error`: no credential, or not a good one"),
  403: failure("`rbac_denied`: not for this key; `guardrails_blocked`: blocked by safety policy"),
  404: failure("`invalid_request_error`: no such model"),
  413: failure("`invalid_request_error`: the body is too large"),
  415: failure("`invalid_request_error`: the body is not declared as JSON"),
  422: failure("`invalid_request_error`: a field is not acceptable; `param` names it"),
  429: failure("`rate_limit_exceeded`: a limit or budget, which the message names; see Retry-After"),
  502: failure(
    "`provider_error` or `guardrails_error`; `x-should-retry: false` where trying again is no use",
  ),
  503: failure("`server_error`: starting, stopping or not configured"),
};
