import { z } from "zod";
import { retryAfterMs } from "lib/http/retry_after.ts";
import { ownHeaders } from "lib/processes/own_process.ts";
import { fetchTraceHeaders } from "lib/telemetry/tracing.ts";
import { badGateway, ServiceError, tooManyRequests } from "lib/errors.ts";

/** The guard's calls to the gateway: forwarded requests, and model calls for its checks. */
export interface Gateway {
  /** The gateway's answer to a chat completion, whatever its status. @throws 502 when it cannot be reached. */
  send(request: object, options: SendOptions): Promise<Response>;
  /** A model's answer as text. @throws 502 when there is none. */
  ask(request: object, options: { signal?: AbortSignal; timeoutMs: number }): Promise<string>;
}

export interface SendOptions {
  signal?: AbortSignal;
  requestId?: string;
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
});

/**
 * A client of the gateway at `baseUrl`. The guard checks these calls itself, so the gateway's guardrail hook
 * skips them.
 */
export function gatewayClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Gateway {
  const root = baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  async function send(request: object, { signal, requestId }: SendOptions): Promise<Response> {
    const headers = new Headers({
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
      "x-diwan-guardrails": "skip",
      ...ownHeaders(root),
      ...fetchTraceHeaders(),
    });
    if (requestId) headers.set("x-request-id", requestId);
    try {
      const body = JSON.stringify(request);
      return await fetch(`${root}/v1/chat/completions`, {
        method: "POST",
        headers,
        body,
        signal,
        redirect: "error",
      });
    } catch (cause) {
      if (signal?.aborted && !isTimeout(signal.reason)) throw cause;
      throw badGateway(
        isTimeout(signal?.reason) ? "The gateway did not answer in time" : "The gateway cannot be reached",
        { cause },
      );
    }
  }
  return {
    send,
    async ask(request, { signal, timeoutMs }) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const response = await send(request, {
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      if (!response.ok) throw await refusalError(response);
      const parsed = Completion.safeParse(await response.json().catch(() => undefined));
      if (!parsed.success) throw badGateway("The gateway's answer cannot be read");
      return parsed.data.choices[0]?.message.content ?? "";
    },
  };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

const Refusal = z.object({ error: z.object({ message: z.string() }) });
const CALLERS_FAULT = [400, 404, 413, 422];

/** The error for the caller when the gateway refuses: the same status for bad requests, 502 for the rest. */
export async function refusalError(response: Response): Promise<ServiceError> {
  const parsed = Refusal.safeParse(await response.json().catch(() => undefined));
  const message = parsed.success ? parsed.data.error.message.slice(0, 500) : `it answered ${response.status}`;
  if (response.status === 429) {
    return tooManyRequests((retryAfterMs((name) => response.headers.get(name)) ?? 0) / 1000);
  }
  const status = CALLERS_FAULT.find((status) => status === response.status);
  if (status === 400 || status === 404 || status === 413 || status === 422) {
    return new ServiceError(status, message);
  }
  const own = response.status === 401 || response.status === 403;
  return badGateway(
    own ? "The gateway refused the guard's key: set GATEWAY_API_KEY" : `The gateway failed: ${message}`,
  );
}
