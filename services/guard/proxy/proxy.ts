import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { isJson } from "../policies/json_text.ts";
import { deadlineSignal } from "lib/deadlines.ts";
import { endpoint } from "lib/service/endpoint.ts";
import type { Context } from "hono";
import type { User } from "lib/auth/auth.ts";
import { badGateway, forbidden, invalid, ServiceError } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { feature, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { streamOfTexts } from "lib/http/unread.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { Env } from "../env.ts";
import { callOf } from "../policies/evaluate.ts";
import type { Evaluator } from "../policies/evaluation.ts";
import { blockedAnswer, blockedChoice } from "./blocked_answer.ts";
import { type Gateway, refusalError } from "../gateway_client.ts";
import {
  type InputCheck,
  NOTHING,
  type OutputText,
  PII_MODES,
  type PiiMode,
  proxyChecks,
  SafetyObject,
  safetyObject,
  withEdits,
} from "./checks.ts";
import { type ProxyRecorder, proxyRecorder } from "./proxy_recorder.ts";
import { failureFrame, guardedStream } from "./guarded_stream.ts";
import { isNestedDeeper, mapTexts } from "lib/streams/message_texts.ts";
import { withRestored } from "../pii/restoring.ts";
import type { Safety } from "../safety/safety_model.ts";
import type { TelemetryLog } from "../telemetry/telemetry_log.ts";

const ChatRequest = z.looseObject({
  model: z.string().min(1).max(300),
  messages: z.array(z.looseObject({ role: z.string() })).min(1),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  max_tokens: z.int().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
}).meta({
  id: "ProxyChatRequest",
  example: { model: "echo", messages: [{ role: "user", content: "السلام عليكم" }] },
});
type ChatRequest = z.output<typeof ChatRequest>;
const ChatAnswer = z.looseObject({
  id: z.string(),
  object: z.string(),
  model: z.string(),
  choices: z.array(
    z.looseObject({ index: z.int(), message: z.looseObject({}), finish_reason: z.string().nullish() }),
  ),
  usage: z.unknown().optional(),
});
const GuardedAnswer = ChatAnswer.extend({ safety: SafetyObject }).meta({ id: "ProxyChatAnswer" });
const ProxyHeaders = z.object({
  "x-diwan-pii-mode": z.enum(PII_MODES).optional().meta({
    description:
      "what is done with personal data instead of the setting PII_MODE: detect leaves it, redact replaces it " +
      "before forwarding, restore puts it back into the answer",
  }),
});

/** Most levels of nested lists and objects; real clients stay far below. */
const MOST_DEEP = 500;

export interface ProxyDeps {
  gateway: Gateway;
  evaluator: Evaluator;
  safety: Safety;
  audit: AuditLog;
  telemetry: TelemetryLog;
  env: Pick<Env, "PII_MODE" | "PROXY_TIMEOUT_SECONDS">;
  log: Logger;
  now: () => number;
}

export function proxy(deps: ProxyDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "createGuardedChatCompletion",
      method: "post",
      path: "/proxy/chat/completions",
      tags: ["proxy"],
      summary: "A chat completion through the gateway, input and output checked",
      description:
        "With stream true the answer is a stream of server-sent events; the last chunk before [DONE] carries " +
        "the safety object. A blocked exchange is answered with finish_reason content_filter.",
      heavy: true,
      request: { headers: ProxyHeaders, body: jsonBody(ChatRequest) },
      answers: {
        200: {
          description: "The completion and the safety object",
          content: {
            "application/json": { schema: GuardedAnswer },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: {
        403: "Only managers and admins may let personal data leave",
        404: "The gateway has no such model",
        502: "The gateway failed, or could not be reached",
      },
    }),
    async (c) => {
      const request = c.req.valid("json");
      if (isNestedDeeper(request, MOST_DEEP)) throw invalid(["body"], "is nested too deeply", "too_deep");
      const mode = piiMode(c.req.valid("header")["x-diwan-pii-mode"], deps.env.PII_MODE, c.var.user);
      const { user } = c.var;
      const product = user.service ?? "guard-proxy";
      const evaluator = deps.evaluator.for(callOf({ product, model: request.model }, user));
      const checks = proxyChecks({ evaluator, safety: deps.safety });
      const record = proxyRecorder(deps, { c, model: request.model });
      const { model: _, ...asked } = request;
      const input = await checks.input(asked, mode, c.req.raw.signal);
      if (input.blocked) {
        record.inputBlocked(input);
        return blockedAnswer(c, {
          request,
          safety: safetyObject(input, NOTHING, deps.safety),
          now: deps.now(),
        });
      }
      const exchange = { c, request, input, record, deps: { ...deps, evaluator }, checks };
      return request.stream ? await streamed(exchange) : await whole(exchange);
    },
  );

  return app;
}

/** @throws 403 when a user asks to forward personal data that the setting hides. */
function piiMode(asked: PiiMode | undefined, usual: PiiMode, { role }: User): PiiMode {
  if (asked === "detect" && usual !== "detect" && role === "user") {
    throw forbidden(role, ["admin", "manager"]);
  }
  return asked ?? usual;
}

interface Exchange {
  c: Context<AppEnv>;
  request: ChatRequest;
  input: InputCheck;
  record: ProxyRecorder;
  deps: ProxyDeps;
  checks: ReturnType<typeof proxyChecks>;
}

async function whole({ c, request, input, record, deps, checks }: Exchange): Promise<Response> {
  const signal = AbortSignal.any([
    c.req.raw.signal,
    AbortSignal.timeout(deps.env.PROXY_TIMEOUT_SECONDS * 1000),
  ]);
  const answer = await forwarded(
    { c, deps, record, input },
    { ...input.request, model: request.model },
    signal,
  );
  const parsed = ChatAnswer.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) throw record.failed(input, badGateway("The gateway's answer cannot be read"));
  const completion = parsed.data;
  const texts: OutputText[] = [];
  mapTexts(completion.choices.map(({ message }) => message), (text, path, { isTool = false } = {}) => {
    texts.push({ text, json: isJson({ channel: path, text }), tool: isTool });
    return text;
  });
  const { edits, ...output } = await checks.output(texts, input.shown, signal);
  record.done(input, output, {
    usage: completion.usage,
    headers: answer.headers,
    outputText: texts.map(({ text }) => text).join("\n"),
  });
  const safety = safetyObject(input, output, deps.safety);
  if (output.blocked) {
    return c.json({ ...completion, choices: completion.choices.map(blockedChoice), safety }, 200);
  }
  let next = 0;
  const change = (text: string) => {
    const verdict = { release: text.length, edits: edits[next] ?? [] };
    const restored = withRestored(input.restorer, { text, json: texts[next]?.json ?? false }, verdict);
    next++;
    return withEdits(text, restored.edits);
  };
  const choices = completion.choices.map((choice) => ({
    ...choice,
    message: mapTexts(choice.message, change),
  }));
  return c.json({ ...completion, choices, safety }, 200);
}

async function streamed({ c, request, input, record, deps, checks }: Exchange): Promise<Response> {
  const late = () => new DOMException("The gateway did not answer in time", "TimeoutError");
  const idle = deadlineSignal(deps.env.PROXY_TIMEOUT_SECONDS * 1000, late, c.req.raw.signal);
  const stream_options = { ...request.stream_options, include_usage: true };
  const answer = await forwarded({ c, deps, record, input }, {
    ...input.request,
    model: request.model,
    stream_options,
  }, idle.signal)
    .catch((error) => {
      idle.stop();
      throw error;
    });
  if (!answer.body) throw record.failed(input, badGateway("The gateway's answer is empty"));
  const frames = guardedStream(answer.body, {
    evaluator: deps.evaluator,
    checks,
    question: input.shown,
    restorer: input.restorer,
    usesModels: deps.safety.configured || deps.evaluator.asksModels(),
    wantsUsage: request.stream_options?.include_usage === true,
    signal: idle.signal,
    onPiece: idle.restart,
    safetyOf: (output) => safetyObject(input, output, deps.safety),
    onFault: (error) =>
      deps.log.warn("a streamed answer ended early", { request_id: c.var.requestId, error }),
    onEnd({ output, text, usage, complete }) {
      idle.stop();
      idle.abort(new DOMException("The stream has ended", "AbortError"));
      record.done(input, output, { usage, headers: answer.headers, outputText: text, failed: !complete });
    },
  });
  return c.body(streamOfTexts(c, frames, { unread: failureFrame("The stream was not read in time") }), 200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
}

/** The gateway's answer when it is a success; a refusal is recorded and thrown. */
async function forwarded(
  { c, deps, record, input }: Pick<Exchange, "c" | "deps" | "record" | "input">,
  request: object,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const answer = await deps.gateway.send(request, { signal, requestId: c.var.requestId });
    if (!answer.ok) throw await refusalError(answer);
    return answer;
  } catch (error) {
    if (error instanceof ServiceError) throw record.failed(input, error);
    throw error;
  }
}
