import { requestText } from "../streams/message_texts.ts";
import type { JsonObject } from "lib/json_object.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { estimatedUsage, textTokens } from "../streams/estimate.ts";
import { formAnswers } from "../calls/form_answers.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { optionalNumber, optionalText, requiredText } from "../calls/request_body.ts";
import { typedForm, type TypedStream } from "../streams/typed_events.ts";
import { SPEECH_BY_WIRE } from "./wire_speech.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import type { Usage } from "../usage.ts";

const SpeechRequest = z.looseObject({
  model: z.string().min(1),
  input: z.string().min(1).meta({ description: "The text to speak" }),
  voice: z.unknown().meta({ description: "Name of the voice, or an object with its id" }),
  response_format: z.string().optional().meta({ description: "mp3, opus, aac, flac, wav or pcm" }),
  stream_format: z.enum(["audio", "sse"]).optional().meta({
    description: "audio: bytes as they arrive; sse: events, the last with the usage",
  }),
}).meta({
  id: "SpeechRequest",
  description: "All other parameters of the format are passed on.",
  example: { model: "tts-1", input: "مرحبا", voice: "alloy" },
});

const STREAM: TypedStream = {
  isLast: ({ type }) => type === "speech.audio.done",
  said: () => [],
};

export const SPEECH: Endpoint = {
  path: "/audio/speech",
  read: readRequest,
  inputText: requestText,
  // Audio contains no text for the guard to check.
  outputText: () => "",
  usage: (_, { data }) => spokenUsage(data),
  passedUsage: ({ data }, told) => told ? { ...told, units: unitsOf(data) } : spokenUsage(data),
  shaped: (answer) => answer,
  offeredBy: ({ synthesize }) => synthesize !== undefined,
  answers: formAnswers(STREAM, { passes: true, byWire: SPEECH_BY_WIRE }),
  streamForm: (_, { data }) =>
    typedForm({ usage: (reported) => ({ ...reported ?? estimatedUsage(0, 0), units: unitsOf(data) }) }),
};

export function speech(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createSpeech",
      method: "post",
      path: "/v1/audio/speech",
      tags: ["models"],
      summary: "Speak a text",
      description:
        "Bytes are forwarded as they arrive. Metered in characters, and in tokens if the model counts them.",
      request: { body: { content: { "application/json": { schema: SpeechRequest } }, required: true } },
      answers: {
        200: {
          description: "The sound",
          content: {
            "audio/*": { schema: z.string().meta({ format: "binary" }) },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/audio/speech", (c) => serveCall(deps, SPEECH, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject): Reading {
  const model = requiredText(data, "model");
  const input = requiredText(data, "input");
  optionalText(data, "instructions");
  optionalText(data, "response_format");
  optionalNumber(data, "speed");
  const { stream_format: format } = data;
  if (format !== undefined && format !== null && format !== "audio" && format !== "sse") {
    throw invalidRequest(422, "'stream_format' must be audio or sse", { param: "stream_format" });
  }
  return {
    model,
    // Audio is forwarded as it arrives, as bytes or as events.
    streamed: true,
    showUsage: true,
    promptTokens: textTokens(input),
    completionTokens: 0,
    units: unitsOf(data),
  };
}

function unitsOf({ input }: JsonObject): { characters: number } {
  return { characters: typeof input === "string" ? [...input].length : 0 };
}

/** Usage in characters; only the model can count tokens. */
function spokenUsage(data: JsonObject): Usage {
  return { ...estimatedUsage(0, 0), estimated: false, units: unitsOf(data) };
}
