/** The failures of a model call, for the OpenAPI document. */
export const CALL_FAILURES = {
  400:
    "`invalid_request_error`: the body is not JSON, a provider refused it (GATEWAY_CLIENT_ERRORS), or none that is asked can do it (`unsupported`)",
  401: "`rbac_denied` or `oidc_auth_error`: no credential, or not a good one",
  403: "`rbac_denied`: not for this key; `guardrails_blocked`: blocked by safety policy",
  404: "`invalid_request_error`: no such model",
  413: "`invalid_request_error`: the body is too large",
  415: "`invalid_request_error`: the body is not declared as JSON",
  422: "`invalid_request_error`: a field is not acceptable; `param` names it",
  429: "`rate_limit_exceeded`: a limit or budget, which the message names; see Retry-After",
  502: "`provider_error` or `guardrails_error`; `x-should-retry: false` where trying again is no use",
  503: "`server_error`: starting, stopping, not configured, or `too_many_large_bodies` under way",
} as const;
