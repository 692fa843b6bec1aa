/** Failures that providers report with a success status: as an event of a stream, or instead of a whole answer. */
import { isObject, type JsonObject } from "lib/json_object.ts";

/** Whether an event reports a failure. */
export function reportsFailure(event: unknown): boolean {
  if (!isObject(event)) return false;
  const { error, type, object } = event;
  return isObject(error) || typeof error === "string" && error !== "" || type === "error" ||
    object === "error";
}

/** Whether an answer consists only of a failure: some report one beside their output. */
export function isOnlyFailure(answer: JsonObject): boolean {
  return reportsFailure(answer) &&
    !Object.values(answer).some((value) => Array.isArray(value) && value.length > 0);
}

/** HTTP status by error name of Anthropic, OpenAI, Google and AWS. */
const STATUS: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,

  invalid_prompt: 400,
  context_length_exceeded: 400,
  invalid_api_key: 401,
  model_not_found: 404,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,

  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,

  validationException: 400,
  accessDeniedException: 403,
  resourceNotFoundException: 404,
  throttlingException: 429,
  modelStreamErrorException: 424,
  internalServerException: 500,
  serviceUnavailableException: 503,
  modelTimeoutException: 504,
};

/** The HTTP status of the failure in an event or answer, by its number or names; 500 if unknown. */
export function reportedStatus(told: unknown): number {
  if (!isObject(told)) return 500;
  const { code, status, status_code, type } = isObject(told.error) ? told.error : told;
  const names = [code, status, status_code, type];
  const number = names.map(Number).find((name) => Number.isInteger(name) && name >= 400 && name < 600);
  const known = names.map(String).find((name) => Object.hasOwn(STATUS, name));
  return number ?? (known === undefined ? 500 : STATUS[known] ?? 500);
}
