/** The wire format of an event stream, one per endpoint. */
import { isObject } from "lib/json_object.ts";
import { errorBody, type GatewayError } from "../errors.ts";
import { isUsageOnly } from "./stream_event.ts";
import type { StreamEvent } from "./sse_events.ts";
import { type Usage, usageOf } from "../usage.ts";

/** The format of one stream; it may have state, such as a sequence number. */
export interface StreamForm {
  /** The text to send for an event; empty to hide the event from the client. */
  write(event: StreamEvent): string;
  /** The usage that an event reports. */
  usage(event: StreamEvent): Usage | undefined;
  /** The text after the last event of a successful stream. */
  end(): string;
  /** The error event of a failed stream. */
  failed(error: GatewayError): string;
  /** A comment or event that keeps proxies from closing an idle stream. */
  heartbeat(): string;
}

/** The format of chat completions; `showUsage` false hides the usage event, which only the gateway asked for. */
export function chatForm({ showUsage }: { showUsage: boolean }): StreamForm {
  return {
    write: ({ raw, data }) => showUsage || !isUsageOnly(data) ? raw : "",
    usage: ({ data }) => isObject(data) ? usageOf(data.usage) : undefined,
    end: () => "data: [DONE]\n\n",
    // openai clients throw this event as an APIError.
    failed: (error) => `event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
    heartbeat: () => ": keep-alive\n\n",
  };
}
