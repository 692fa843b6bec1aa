/** Failures of HTTP calls that got no answer. */

/** Why a call without an answer failed. */
export type HttpErrorCode = "unreachable" | "closed" | "cut" | "too_large" | "malformed";

/** The server cannot be reached, does not speak HTTP, or broke off. */
export class HttpError extends Error {
  /** Its name. */
  override name = "HttpError";
  /** Why. */
  readonly code: HttpErrorCode;

  /** A failure with a message for people. */
  constructor(
    message: string,
    { code = "malformed", cause }: { code?: HttpErrorCode; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}
