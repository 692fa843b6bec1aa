/** Translates chat completion chunks to the events of a streamed response. */
import type { JsonObject } from "lib/json_object.ts";
import { chatReader } from "../translation/chat_pieces.ts";
import { estimatedUsage, textTokens } from "../streams/estimate.ts";
import { orderedBlocks } from "../translation/ordered_blocks.ts";
import type { Origin } from "../calls/origin.ts";
import { begunResponse, endedResponse } from "./response_object.ts";
import { responseSink } from "./response_sink.ts";
import type { ToolForms } from "./tools.ts";

export interface Answering {
  /** The client's request. */
  data: JsonObject;
  id: string;
  origin: Origin;
  forms: ToolForms;
  /** Estimated prompt tokens, for providers that report no usage. */
  promptTokens: number;
}

/** State machine of one streamed response. */
export interface ResponseEvents {
  /** Adds a chunk and returns the resulting events. */
  add(chunk: JsonObject): JsonObject[];
  /** The events that end the response. @throws UpstreamError when the stream was truncated. */
  end(): JsonObject[];
}

export function responseEvents({ data, id, origin, forms, promptTokens }: Answering): ResponseEvents {
  const response = begunResponse(data, id);
  const output: JsonObject[] = [];
  let events: JsonObject[] = [
    { type: "response.created", response },
    { type: "response.in_progress", response },
  ];
  const emit = (event: JsonObject) => void events.push(event);
  const isCut = () => reader.soFar.finish === "length" || reader.soFar.finish === "content_filter";
  const reader = chatReader(orderedBlocks(responseSink({ emit, forms, origin, output, isCut })));

  /** Returns and clears the pending events. */
  function takeEvents(): JsonObject[] {
    const done = events;
    events = [];
    return done;
  }

  return {
    add(chunk) {
      reader.read(chunk);
      return takeEvents();
    },
    end() {
      reader.end();
      const { finish, usage: reported, said } = reader.soFar;
      const usage = reported ?? estimatedUsage(promptTokens, textTokens(said));
      const ended = endedResponse(response, { output, finish, usage });
      events.push({ type: `response.${ended.status}`, response: ended });
      return takeEvents();
    },
  };
}

/** Translates a whole completion as if it were one chunk, so that both ways give the same response. */
export function responseOf(completion: JsonObject, answering: Answering): JsonObject {
  const machine = responseEvents(answering);
  const choices = Array.isArray(completion.choices)
    ? completion.choices.map((choice) => ({ ...choice, delta: choice?.message }))
    : [];
  machine.add({ ...completion, choices });
  const [ended] = machine.end().slice(-1);
  const response = ended?.response;
  return typeof response === "object" && response !== null ? { ...response } : {};
}
