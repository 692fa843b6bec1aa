import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { VerifyJwt } from "lib/auth/auth.ts";
import { bearerToken } from "lib/auth/auth.ts";
import { documentEndpoint, endpoint } from "lib/service/endpoint.ts";
import { invalidAll, ServiceError, unauthorized } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { requireConfigured, type SpeechToText } from "../speech/speech_to_text.ts";
import { StreamMessage } from "./messages.ts";
import type { SessionLimits } from "./session.ts";
import type { Streams } from "./streams.ts";
import { LanguageChoice } from "../text/transcript.ts";
import { ModelId } from "../transcriptions/transcribe.ts";

export const StreamQuery = z.object({
  token: z.string().optional().meta({ description: "The JWT" }),
  language: LanguageChoice.meta({ description: "Spoken language; auto: detected by the model" }),
  model: ModelId.optional().meta({
    description: "Speech-to-text model; default STT_MODEL_TURBO",
    example: "whisper-1",
  }),
  sample_rate: z.coerce.number().int().min(8000).max(48_000).default(16_000).meta({
    description: "Samples a second of each channel",
  }),
  encoding: z.enum(["pcm_s16le", "pcm_f32le", "mulaw"]).default("pcm_s16le").meta({
    description: "Form of the raw samples",
  }),
  channels: z.coerce.number().int().min(1).max(2).default(1).meta({
    description: "Channels, interleaved; two are mixed",
  }),
  interim_results: QueryFlag.default(false).meta({
    description: "Also send partial texts during speech",
  }),
  endpointing_ms: z.coerce.number().int().min(0).max(10_000).default(700).meta({
    description:
      "Milliseconds of silence that end an utterance; 0: only end markers, 30 s or a pause in the frames",
  }),
});

const DESCRIPTION =
  `A WebSocket: binary frames of raw audio (any size; or an audio file from its beginning) in, JSON
messages out. For each utterance one {status: processing}, then one {status: completed, text, language, duration,
segments}, times in seconds from the stream's start; {status: partial, text} with interim_results; {status: error,
error}. An utterance ends with a pause of endpointing_ms, after 30 s at the quietest point, after 1.5 s without frames,
or with an end marker: an empty binary frame, {"eof": 1}, {"type": "CloseStream"}, {"type": "Terminate"} or
END_OF_AUDIO as text, after which the stream closes. {"type": "KeepAlive"} holds a silent stream open, which else
closes after 60 s. Close codes: 1000 done, 1001 stopping, 1003 bad frame or file, 1008 token expired, 1009 too large,
1011 provider failed, 1013 too much audio waiting.`;

export interface StreamDeps {
  speechToText: SpeechToText;
  verify: VerifyJwt;
  streams: Streams;
  defaultModel: string;
  limits: SessionLimits;
}

const ENDPOINT = endpoint({
  id: "streamTranscription",
  method: "get",
  path: "/transcribe/stream",
  tags: ["transcriptions"],
  summary: "Transcribe live audio (WebSocket)",
  description: DESCRIPTION,
  // Browsers cannot set headers on a WebSocket: its token is in the query and checked here.
  open: true,
  request: { query: StreamQuery },
  answers: { 101: json(StreamMessage, "The stream is open; its messages") },
  fails: {
    401: "No token, or not a valid one",
    426: "Not a WebSocket request",
    503:
      "The maximum number of streams is open, or no speech model is configured: the message names the settings",
  },
});

export function stream(
  { speechToText, verify, streams, defaultModel, limits }: StreamDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  documentEndpoint(app, ENDPOINT);
  app.get(ENDPOINT.getRoutingPath(), tokenInQuery(verify), (c) => {
    const query = queryOf(c);
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
      throw new ServiceError(426, "This endpoint is a WebSocket", { headers: { upgrade: "websocket" } });
    }
    requireConfigured(speechToText);
    streams.admit(c.req.raw, {
      user: c.var.user,
      model: query.model ?? defaultModel,
      language: query.language,
      sampleRate: query.sample_rate,
      encoding: query.encoding,
      channels: query.channels,
      interim: query.interim_results,
      endpointingMs: query.endpointing_ms,
      limits,
    });
    // Replaced by the upgrade: a WebSocket's own response cannot pass through middleware.
    return new Response();
  });

  return app;
}

function queryOf(c: Context<AppEnv>): z.output<typeof StreamQuery> {
  const parsed = StreamQuery.safeParse(c.req.query());
  if (parsed.success) return parsed.data;
  throw invalidAll(parsed.error.issues.map(({ path, message, code }) => ({
    loc: ["query", ...path.map(String)],
    msg: message,
    type: code,
  })));
}

/** Browsers cannot set headers on a WebSocket: the JWT comes in the query; elsewhere a header does as well. */
function tokenInQuery(verify: VerifyJwt): MiddlewareHandler<AppEnv> {
  return async function tokenInQuery(c, next) {
    const jwt = c.req.query("token") || bearerToken(c);
    if (!jwt) throw unauthorized("Not authenticated: send the JWT in the query parameter token");
    c.set("user", await verify(jwt));
    await next();
  };
}

/** Serves an app whose admitted stream requests become WebSockets. */
export function withStreams(
  app: OpenAPIHono<AppEnv>,
  streams: Streams,
): (request: Request, caller?: { remoteAddr: Deno.Addr }) => Promise<Response> {
  return async (request, caller) => {
    try {
      const response = await app.fetch(request, caller);
      return streams.upgrade(request) ?? response;
    } finally {
      streams.release(request);
    }
  };
}
