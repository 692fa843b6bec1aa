import { maskSecrets } from "lib/providers/provider_refusal.ts";

/** A provider refused, failed or was unreachable. The message contains no secret and may be shown. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  /** The provider's HTTP status; 0 when there was none (no connection, timeout, cut). */
  readonly status: number;
  readonly type: string | null;
  readonly code: string | null;
  readonly param: string | null;
  /** The provider's Retry-After. */
  readonly retryAfterMs: number | null;
  /** True while nothing of an answer has reached the client, so that a retry is possible. */
  readonly beforeFirstByte: boolean;

  constructor(
    message: string,
    options: {
      status?: number;
      type?: string | null;
      code?: string | null;
      param?: string | null;
      retryAfterMs?: number | null;
      beforeFirstByte?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? 0;
    this.type = options.type ?? null;
    this.code = options.code ?? null;
    this.param = options.param ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.beforeFirstByte = options.beforeFirstByte ?? true;
  }
}

/** `error` with all credentials in its messages masked. */
export function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const message = maskSecrets(error.message, secrets);
  return message === error.message ? error : new UpstreamError(message, error);
}
