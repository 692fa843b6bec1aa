/** The failures of a model call, for the OpenAPI document. */
export const CALL_FAILURES = {
  400:
    "`invalid_request_error`: the body is not JSON, a provider refused it (GATEWAY_CLIENT_ERRORS), or no provider of the model supports it (`unsupported`)",
  401: "`rbac_denied` or `oidc_auth_error`: the credential is missing or invalid",
  403: "`rbac_denied`: not allowed for this key; `guardrails_blocked`: blocked by safety policy",
  404: "`invalid_request_error`: no such model",
  413: "`invalid_request_error`: the body is too large",
  415: "`invalid_request_error`: the Content-Type is not JSON",
  422: "`invalid_request_error`: a field is invalid; `param` names it",
  429: "`rate_limit_exceeded`: a limit or budget, which the message names; see Retry-After",
  502: "`provider_error` or `guardrails_error`; `x-should-retry: false` where a retry cannot succeed",
  503:
    "`server_error`: starting, stopping, not configured, or too many large requests in progress (`too_many_large_bodies`)",
} as const;
