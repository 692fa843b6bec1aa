import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import type { Asked } from "../calls/answer.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { textTokens } from "../streams/estimate.ts";
import { formAnswers } from "../calls/form_answers.ts";
import { decoded, requestText } from "../streams/message_texts.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { optionalText, requiredText } from "../calls/request_body.ts";
import { typedForm, type TypedStream } from "../streams/typed_events.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import type { Form } from "../uploads/form.ts";
import { usageOf } from "../usage.ts";
import { drawnUsage, imageSize } from "./image_usage.ts";
import { picturesByWire } from "./wire_pictures.ts";

const ImageRequest = z.looseObject({
  model: z.string().optional().meta({ description: "Default: dall-e-2; for edits gpt-image-1.5" }),
  prompt: z.string().min(1).meta({ description: "Description of the image" }),
  n: z.int().optional().meta({ description: "How many pictures" }),
  size: z.string().optional().meta({ description: "Width and height, or auto", example: "1024x1024" }),
  stream: z.boolean().optional(),
}).meta({
  id: "ImageRequest",
  description: "All other parameters of the format are passed on.",
  example: { model: "gpt-image-1", prompt: "A dhow at sunset", size: "1024x1024" },
});

const ImageEditForm = z.looseObject({
  image: z.string().meta({ format: "binary", description: "The image, or several as `image[]`" }),
  mask: z.string().optional().meta({
    format: "binary",
    description: "Mask: transparent areas are edited",
  }),
  prompt: z.string().min(1).meta({ description: "Description of the edit" }),
  model: z.string().optional().meta({ description: "Default: gpt-image-1.5" }),
}).meta({ id: "ImageEditForm", description: "All other fields of the format are passed on." });

const ImageVariationForm = z.looseObject({
  image: z.string().meta({ format: "binary", description: "The picture, square" }),
  model: z.string().optional().meta({ description: "Default: dall-e-2" }),
  n: z.string().optional().meta({ description: "How many pictures" }),
}).meta({ id: "ImageVariationForm", description: "All other fields of the format are passed on." });

const ImageEditRequest = ImageRequest.extend({
  images: z.array(z.looseObject({})).meta({ description: "The images, each `{image_url}` or `{file_id}`" }),
}).meta({
  id: "ImageEditRequest",
  example: { prompt: "More stars", images: [{ image_url: "https://example.org/sky.png" }] },
});

const Images = z.looseObject({
  created: z.int().meta({ description: "Unix time" }),
  data: z.array(z.looseObject({})).meta({ description: "The images, each as `url` or `b64_json`" }),
}).meta({ id: "Images" });

const ANSWERS = {
  200: {
    description: "The pictures",
    content: { "application/json": { schema: Images }, "text/event-stream": { schema: z.string() } },
  },
};

const STREAM: TypedStream = {
  isLast: ({ type }) => type === "image_generation.completed" || type === "image_edit.completed",
  said: () => [],
};

export const GENERATIONS: Endpoint = drawing("/images/generations", "dall-e-2");
export const VARIATIONS: Endpoint = { ...drawing("/images/variations", "dall-e-2"), takesForms: true };
export const EDITS: Endpoint = { ...drawing("/images/edits", "gpt-image-1.5"), takesForms: "or_json" };

function drawing(path: string, usualModel: string): Endpoint {
  return {
    path,
    read: (data, form) =>
      readRequest(data, {
        ...{ form, usualModel },
        needsImage: path !== "/images/generations",
        needsPrompt: path !== "/images/variations",
      }),
    inputText: ({ images: _images, image: _image, mask: _mask, ...words }) => requestText(words),
    // The model's revised prompt is the only text in an answer.
    outputText: revisedPrompts,
    usage: (answer, asked) => usage(answer, asked, usualModel),
    shaped: (answer) => answer,
    offeredBy: ({ generateImages }) => generateImages !== undefined,
    answers: formAnswers(STREAM, { byWire: picturesByWire(path) }),
    streamForm(_, { data }) {
      const tokens = { input_tokens: 0, output_tokens: 0 };
      let images = 0;
      return {
        ...typedForm({}),
        // Each image has an event of its own with its own token count.
        usage(event) {
          if (!isObject(event.data) || !STREAM.isLast(event.data)) return undefined;
          images += 1;
          const usage = usageOf(event.data.usage);
          const size = imageSize(data, event.data);
          if (!usage || images === 1) {
            tokens.input_tokens += usage?.prompt_tokens ?? 0;
            tokens.output_tokens += usage?.completion_tokens ?? 0;
            return drawnUsage(usage, { images, size });
          }
          tokens.input_tokens += usage.prompt_tokens;
          tokens.output_tokens += usage.completion_tokens;
          return drawnUsage(usageOf(tokens), { images, size });
        },
      };
    },
  };
}

export function images(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createImage",
      method: "post",
      path: "/v1/images/generations",
      tags: ["models"],
      summary: "Draw pictures",
      description: "Metered in images, and in tokens if the model counts them.",
      request: { body: { content: { "application/json": { schema: ImageRequest } }, required: true } },
      answers: ANSWERS,
      fails: CALL_FAILURES,
    }),
  );
  app.post(
    "/v1/images/generations",
    (c) => serveCall(deps, GENERATIONS, { request: c.req.raw, connection: c.env }),
  );

  documentEndpoint(
    app,
    endpoint({
      id: "editImage",
      method: "post",
      path: "/v1/images/edits",
      tags: ["models"],
      summary: "Change pictures",
      request: {
        body: {
          content: {
            "multipart/form-data": { schema: ImageEditForm },
            "application/json": { schema: ImageEditRequest },
          },
          required: true,
        },
      },
      maxBodyBytes: deps.uploads.maxBytes,
      answers: ANSWERS,
      fails: CALL_FAILURES,
    }),
  );
  documentEndpoint(
    app,
    endpoint({
      id: "varyImage",
      method: "post",
      path: "/v1/images/variations",
      tags: ["models"],
      summary: "Create variations of an image",
      request: {
        body: { content: { "multipart/form-data": { schema: ImageVariationForm } }, required: true },
      },
      maxBodyBytes: deps.uploads.maxBytes,
      answers: ANSWERS,
      fails: CALL_FAILURES,
    }),
  );
  app.post(
    "/v1/images/variations",
    (c) => serveCall(deps, VARIATIONS, { request: c.req.raw, connection: c.env }),
  );
  app.post("/v1/images/edits", (c) => serveCall(deps, EDITS, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(
  data: JsonObject,
  { form, usualModel, needsImage, needsPrompt }: {
    form: Form | undefined;
    usualModel: string;
    needsImage: boolean;
    needsPrompt: boolean;
  },
): Reading {
  const prompt = needsPrompt ? requiredText(data, "prompt") : "";
  const count = countOf(data.n);
  if (needsImage && form && !form.files.some(({ name, size }) => /^image(\[\])?$/.test(name) && size > 0)) {
    throw invalidRequest(422, "'image' must be an image file that is not empty", { param: "image" });
  }
  if (needsImage && !form && !(Array.isArray(data.images) && data.images.length > 0)) {
    throw invalidRequest(422, "'images' must be a list that is not empty", { param: "images" });
  }
  const { stream } = data;
  if (![undefined, null, true, false, "true", "false"].some((value) => value === stream)) {
    throw invalidRequest(422, "'stream' must be true or false", { param: "stream" });
  }
  return {
    model: optionalText(data, "model") || usualModel,
    streamed: stream === true || stream === "true",
    showUsage: true,
    promptTokens: textTokens(prompt),
    completionTokens: 0,
    units: { images: count, image_size: imageSize(data, {}) },
  };
}

/** The number of images; `n` is text in a form and a number in JSON. */
function countOf(n: unknown): number {
  if (n === undefined || n === null) return 1;
  const count = typeof n === "string" && /^\d{1,2}$/.test(n) ? Number(n) : n;
  if (typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 10) return count;
  throw invalidRequest(422, "'n' must be a whole number from 1 to 10", { param: "n" });
}

function usage(answer: Bytes, { data }: Asked, usualModel: string) {
  const whole = parsedObject(decoded(answer, "utf8")) ?? {};
  const images = Array.isArray(whole.data) ? whole.data.length : 0;
  const size = imageSize({ model: usualModel, ...data }, whole);
  return drawnUsage(usageOf(whole.usage), { images, size });
}

function revisedPrompts(answer: Bytes): string {
  const { data } = parsedObject(decoded(answer, "utf8")) ?? {};
  const texts = Array.isArray(data) ? data.filter(isObject).map((image) => image.revised_prompt) : [];
  return texts.filter((text) => typeof text === "string").join("\n");
}
