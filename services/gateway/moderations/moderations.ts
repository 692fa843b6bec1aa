import { isObject, type JsonObject } from "lib/json_object.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import { type Answers, PLAIN_ANSWERS } from "../calls/answer.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { estimatedUsage, promptTokens } from "../streams/estimate.ts";
import { maybeMissing } from "../calls/missing_endpoint.ts";
import { decoded } from "../streams/message_texts.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { reportedUsage } from "../streams/reported_usage.ts";
import { optionalText } from "../calls/request_body.ts";
import { isTexts } from "../calls/text_input.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest, notNow } from "../errors.ts";
import type { ModelRecord } from "../providers/model_record.ts";
import { catalogued, priceList } from "../providers/prices.ts";
import type { Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { moderationList } from "./moderation.ts";
import { GUARD } from "../providers/moderator.ts";

const Part = z.looseObject({ type: z.enum(["text", "image_url"]) });
const ModerationRequest = z.looseObject({
  model: z.string().optional().meta({
    description: "`guard`: the guard service; default: omni-moderation-latest",
  }),
  input: z.union([z.string(), z.array(z.string()), z.array(Part)]).meta({
    description: "A text, a list of texts with a result each, or a list of parts with one result",
  }),
}).meta({ id: "ModerationRequest", example: { input: "How do I renew my residence permit?" } });

const Flags = z.record(z.string(), z.boolean().nullable());
const Moderation = z.looseObject({
  id: z.string(),
  model: z.string(),
  results: z.array(z.looseObject({
    flagged: z.boolean().nullable().meta({
      description: "Whether anything was found; null: nothing by policies, and the guard has no safety model",
    }),
    categories: Flags.meta({ description: "Whether each category was found; null: not checked" }),
    category_scores: z.record(z.string(), z.number().nullable()).meta({
      description: "Score of the model, 0 to 1; null: none",
    }),
    diwan: z.looseObject({}).optional().meta({
      description:
        "Only from the guard: policies and personal data found, and the safety model's own categories",
    }),
  })).meta({ description: "One result per text" }),
}).meta({ id: "Moderation" });

const DEFAULT_MODEL = "omni-moderation-latest";
// The guard checks one text at a time, so a longer list would take too long.
const MOST_TEXTS = 1_000;

const answers: Answers = maybeMissing({
  async whole(providers, asked, attempt) {
    if (attempt.target !== GUARD) return await PLAIN_ANSWERS.whole(providers, asked, attempt);
    if (!providers.moderator) throw new UpstreamError("guard is not configured");
    const verdicts = [];
    for (const text of textsFor(asked.data.input)) {
      verdicts.push(await providers.moderator.judge(text, attempt.signal));
    }
    return new TextEncoder().encode(JSON.stringify(moderationList(verdicts)));
  },
  streamed: PLAIN_ANSWERS.streamed,
});

export const MODERATIONS: Endpoint = {
  path: "/moderations",
  read: readRequest,
  // Empty, because a text sent for moderation must not be blocked for its content.
  inputText: () => "",
  outputText: () => "",
  usage: (answer, { data }) =>
    reportedUsage(decoded(answer, "latin1")) ?? estimatedUsage(promptTokens(data.input), 0),
  shaped: (answer) => answer,
  offeredBy: () => false,
  chain: (targets, model, { moderator, config }) => {
    const able = targets.filter((target) =>
      model !== DEFAULT_MODEL || isModerator(target) || isListed(target, config.current().models())
    );
    const chain = model === GUARD.model ? [] : able;
    if (moderator) return [...chain, GUARD];
    if (chain.length > 0) return chain;
    const message = "No provider for moderations is configured: set OPENAI_API_KEY or GUARD_BASE_URL";
    throw notNow(message, {
      param: "model",
      code: "provider_not_configured",
      headers: { "x-should-retry": "false" },
    });
  },
  answers,
};

export function moderations(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createModeration",
      method: "post",
      path: "/v1/moderations",
      tags: ["models"],
      summary: "Judge whether texts are harmful",
      description:
        "Answered by the guard service where no provider offers it, with `model: guard`: its safety model's " +
        "verdict in OpenAI's categories, and under `diwan` what its policies found.",
      request: { body: { content: { "application/json": { schema: ModerationRequest } }, required: true } },
      answers: {
        200: { description: "The verdicts", content: { "application/json": { schema: Moderation } } },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/moderations", (c) => serveCall(deps, MODERATIONS, { request: c.req.raw, connection: c.env }));

  return app;
}

function isModerator({ provider, wire, model }: Target): boolean {
  return catalogued(model, priceList(provider, wire))?.capabilities.includes("moderation") ?? false;
}

/** Whether a provider's configuration lists the default model: others may accept any name without moderating. */
function isListed({ provider }: Target, listed: readonly ModelRecord[]): boolean {
  return listed.some(({ id, owned_by }) => id === DEFAULT_MODEL && owned_by === provider);
}

function readRequest(data: JsonObject): Reading {
  const { input } = data;
  const isInput = typeof input === "string" || isTexts(input) ||
    (Array.isArray(input) && input.length > 0 && input.every(isPart));
  if (!isInput) {
    throw invalidRequest(
      422,
      "'input' must be a string, a list of strings or a list of parts with a type, and not empty",
      {
        param: "input",
      },
    );
  }
  return {
    model: optionalText(data, "model") || DEFAULT_MODEL,
    streamed: false,
    showUsage: false,
    promptTokens: promptTokens(input),
    completionTokens: 0,
  };
}

function isPart(part: unknown): part is JsonObject {
  return isObject(part) &&
    (part.type === "text" && typeof part.text === "string" || part.type === "image_url");
}

/** The texts, one per result; parts are joined. Throws `unsupported` for input that the guard cannot check. */
function textsFor(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (isTexts(input) && input.length <= MOST_TEXTS) return input;
  const parts = Array.isArray(input) ? input.filter(isPart) : [];
  const isReadable = parts.length > 0 && parts.every(({ type }) => type === "text");
  if (isReadable) return [parts.map(({ text }) => text).join("\n")];
  const why = parts.length > 0 ? "checks texts, not images" : `accepts at most ${MOST_TEXTS} texts`;
  throw new UpstreamError(`The guard ${why}`, { status: 404, code: "unsupported", param: "input" });
}
