/** The wire form of an event stream for one endpoint's clients. */
import { isObject } from "lib/json_object.ts";
import { errorBody, type GatewayError } from "../errors.ts";
import { isUsageOnly } from "./stream_event.ts";
import type { StreamEvent } from "./sse_events.ts";
import { type Usage, usageOf } from "../usage.ts";

/** The form of one stream: it may count what it has written. */
export interface StreamForm {
  /** The text that is sent for an event; empty: the event is kept from the client. */
  write(event: StreamEvent): string;
  /** As the event reports it. */
  usage(event: StreamEvent): Usage | undefined;
  /** The text after the last event of a stream that ended well. */
  end(): string;
  /** The text that tells a client that the stream ended badly. */
  failed(error: GatewayError): string;
  /** The heartbeat, so that proxies do not close an idle stream. */
  heartbeat(): string;
}

/** The form of chat completions; `showUsage` false: the usage event, which the gateway asked for, is kept back. */
export function chatForm({ showUsage }: { showUsage: boolean }): StreamForm {
  return {
    write: ({ raw, data }) => showUsage || !isUsageOnly(data) ? raw : "",
    usage: ({ data }) => isObject(data) ? usageOf(data.usage) : undefined,
    end: () => "data: [DONE]\n\n",
    // openai clients throw it as an APIError.
    failed: (error) => `event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
    heartbeat: () => ": keep-alive\n\n",
  };
}
