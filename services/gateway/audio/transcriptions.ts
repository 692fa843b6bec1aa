import type { JsonObject } from "lib/json_object.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { textTokens } from "../streams/estimate.ts";
import { formAnswers } from "../calls/form_answers.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { requiredText } from "../calls/request_body.ts";
import { typedForm, type TypedStream } from "../streams/typed_events.ts";
import { transcriptsByWire } from "./wire_transcripts.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import type { Form } from "../uploads/form.ts";
import { type Length, soundLength } from "./seconds.ts";
import {
  FORMATS,
  heardUsage,
  transcriptAs,
  transcriptText,
  transcriptType,
  transcriptUsage,
} from "./transcript.ts";

const TranscriptionForm = z.looseObject({
  file: z.string().meta({ format: "binary", description: "The sound" }),
  model: z.string().min(1),
  language: z.string().optional().meta({ description: "Spoken language, ISO 639-1" }),
  prompt: z.string().optional().meta({ description: "Words that are likely to occur" }),
  response_format: z.string().optional().meta({ description: `One of ${FORMATS.join(", ")}` }),
  stream: z.string().optional().meta({ description: "`true`: stream the transcript as events" }),
}).meta({ id: "TranscriptionForm", description: "All other fields of the format are passed on." });

const Transcription = z.looseObject({ text: z.string() }).meta({ id: "Transcription" });

const ANSWERS = {
  200: {
    description: "The transcript in the requested format",
    content: {
      "application/json": { schema: Transcription },
      "text/plain": { schema: z.string() },
      "text/event-stream": { schema: z.string() },
    },
  },
};

const STREAM: TypedStream = {
  isLast: ({ type }) => type === "transcript.text.done",
  said({ type, delta, text }) {
    if (type === "transcript.text.delta") return [{ text: String(delta ?? ""), of: "transcript" }];
    if (type === "transcript.text.segment") return [{ text: `${text ?? ""} `, of: "segments" }];
    return [];
  },
};

export const TRANSCRIPTIONS: Endpoint = hearing("/audio/transcriptions", FORMATS);
export const TRANSLATIONS: Endpoint = hearing(
  "/audio/translations",
  FORMATS.filter((format) => format !== "diarized_json"),
);

function hearing(path: string, formats: string[]): Endpoint {
  const inEnglish = path === "/audio/translations";
  return {
    path,
    takesForms: true,
    read: (data, form) => readRequest(data, form, formats),
    inputText: ({ prompt, keywords }) => [prompt, keywords].flat().filter(Boolean).join("\n"),
    outputText: transcriptText,
    usage: (answer, asked) => transcriptUsage(answer, lengthOf(asked.form)),
    shaped: transcriptAs,
    contentType: transcriptType,
    offeredBy: ({ transcribe, translatesToEnglish }) =>
      transcribe !== undefined && (!inEnglish || translatesToEnglish === true),
    answers: formAnswers(STREAM, { byWire: transcriptsByWire(inEnglish) }),
    streamForm: (_, { form }) =>
      typedForm({ usage: (reported) => heardUsage(reported, { length: lengthOf(form) }) }),
  };
}

function lengthOf(form: Form | undefined): Length {
  const [file] = form?.files ?? [];
  return file ? soundLength(file) : { seconds: 0, isExact: false };
}

export function transcriptions(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createTranscription",
      method: "post",
      path: "/v1/audio/transcriptions",
      tags: ["models"],
      summary: "Transcribe audio",
      description: "Metered in seconds of audio, and in tokens if the model counts them.",
      request: {
        body: { content: { "multipart/form-data": { schema: TranscriptionForm } }, required: true },
      },
      maxBodyBytes: deps.uploads.maxBytes,
      answers: ANSWERS,
      fails: CALL_FAILURES,
    }),
  );
  app.post(
    "/v1/audio/transcriptions",
    (c) => serveCall(deps, TRANSCRIPTIONS, { request: c.req.raw, connection: c.env }),
  );

  documentEndpoint(
    app,
    endpoint({
      id: "createTranslation",
      method: "post",
      path: "/v1/audio/translations",
      tags: ["models"],
      summary: "Transcribe audio into English",
      request: {
        body: { content: { "multipart/form-data": { schema: TranscriptionForm } }, required: true },
      },
      maxBodyBytes: deps.uploads.maxBytes,
      answers: ANSWERS,
      fails: CALL_FAILURES,
    }),
  );
  app.post(
    "/v1/audio/translations",
    (c) => serveCall(deps, TRANSLATIONS, { request: c.req.raw, connection: c.env }),
  );

  return app;
}

function readRequest(data: JsonObject, form: Form | undefined, formats: string[]): Reading {
  const model = requiredText(data, "model");
  const files = form?.files.filter(({ name }) => name === "file") ?? [];
  const [file] = files;
  if (!file || files.length > 1 || file.size === 0) {
    throw invalidRequest(422, "'file' must be one file, not empty", { param: "file" });
  }
  const format = data.response_format;
  if (format !== undefined && !formats.includes(String(format))) {
    throw invalidRequest(422, `'response_format' must be one of ${formats.join(", ")}`, {
      param: "response_format",
    });
  }
  const { seconds } = soundLength(file);
  return {
    model,
    streamed: data.stream === "true" || data.stream === "1" || data.stream === "True",
    showUsage: true,
    promptTokens: textTokens(typeof data.prompt === "string" ? data.prompt : ""),
    completionTokens: 0,
    units: { seconds },
  };
}
