/** The format of a streamed response: numbered events, the last with the final status. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { StreamForm } from "../streams/stream_form.ts";
import { type Usage, usageOf } from "../usage.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { failedResponse } from "./response_object.ts";
import { endOf } from "./response_stream.ts";

export function responseForm(): StreamForm {
  let number = 0;
  let response: JsonObject | undefined;

  function frame(event: JsonObject): string {
    return `event: ${textOf(event.type)}\ndata: ${
      JSON.stringify({ ...event, sequence_number: number++ })
    }\n\n`;
  }

  return {
    write({ data }) {
      const event = objectOf(data);
      if (isObject(event.response)) response = event.response;
      return frame(event);
    },
    usage: (event) => reportedUsage(endOf(event)),
    end: () => "",
    failed({ message, type, param, code }) {
      const error = frame({ type: "error", error: { type, code: code ?? type, message, param } });
      return response
        ? error + frame({ type: "response.failed", response: failedResponse(response, code, message) })
        : error;
    },
    // Same event as OpenAI's; never first, since its client requires `response.created` before it.
    heartbeat: () => response ? frame({ type: "keepalive" }) : "",
  };
}

/** The usage that the provider reported in a response. */
export function reportedUsage(response: JsonObject | undefined): Usage | undefined {
  const usage = objectOf(response?.usage);
  return usage.estimated === true ? undefined : usageOf(usage);
}
