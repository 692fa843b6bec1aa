/** Failures of HTTP calls that brought no answer. */

/** Why a call without an answer failed. */
export type HttpErrorCode = "unreachable" | "closed" | "cut" | "too_large" | "malformed";

/** The far side cannot be reached, did not speak HTTP, or broke off. */
export class HttpError extends Error {
  /** Its name. */
  override name = "HttpError";
  /** Why. */
  readonly code: HttpErrorCode;

  /** A failure with a sentence for people. */
  constructor(
    message: string,
    { code = "malformed", cause }: { code?: HttpErrorCode; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}
