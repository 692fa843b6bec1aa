/** Chunks of a chat completion as the events of a streamed response. */
import type { JsonObject } from "lib/json_object.ts";
import { chatReader } from "../translation/chat_pieces.ts";
import { estimatedUsage, textTokens } from "../streams/estimate.ts";
import { orderedBlocks } from "../translation/ordered_blocks.ts";
import type { Origin } from "../calls/origin.ts";
import { begunResponse, endedResponse } from "./response_object.ts";
import { responseSink } from "./response_sink.ts";
import type { ToolForms } from "./tools.ts";

export interface Answering {
  /** As the client asked. */
  data: JsonObject;
  id: string;
  origin: Origin;
  forms: ToolForms;
  /** An estimate, for providers that count none. */
  promptTokens: number;
}

/** The state machine of one answer. */
export interface ResponseEvents {
  /** The events that a chunk leads to. */
  add(chunk: JsonObject): JsonObject[];
  /** The events that end the response. @throws UpstreamError when the chunks did not end. */
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

  /** Gives the events made since the last time. */
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

/** A whole completion as a response: as if it had come in one chunk, so that both are the same. */
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
