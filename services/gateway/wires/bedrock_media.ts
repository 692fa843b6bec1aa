/** Images and rerank results of Bedrock's models, in the format of each family. */
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { documentText } from "./document_text.ts";
import { modelRequest } from "./bedrock_api.ts";
import { unsupportedByProvider } from "./cannot.ts";
import { objectOf, sendForJson, textOf } from "./http.ts";
import type { ImageRequest, WireContext } from "./wire.ts";

/** Generates images with Amazon's models (Nova Canvas, Titan) and Stability's. */
export async function generateImages(request: ImageRequest, context: WireContext): Promise<JsonObject> {
  const format = request.data.output_format ?? "png";
  if (format !== "png") {
    throw unsupportedByProvider(context, "output_format", `generate images in the format ${String(format)}`);
  }
  const body = context.target.model.includes("stability.")
    ? stabilityBody(request, context)
    : amazonBody(request, context);
  const answer = await sendForJson(await modelRequest("invoke", body, context), context);
  const images = Array.isArray(answer.images)
    ? answer.images.filter((image) => typeof image === "string")
    : [];
  const finishes = Array.isArray(answer.finish_reasons) ? answer.finish_reasons : [];
  const fault = finishes.find((reason) => typeof reason === "string") ?? answer.error;
  if (images.length > 0 && !fault) {
    return {
      created: Math.floor(Date.now() / 1000),
      data: images.map((b64_json) => ({ b64_json })),
      output_format: "png",
    };
  }
  const reason = textOf(fault) || textOf(objectOf(answer).status) || "no reason given";
  const isFailure = /inference error/i.test(reason) || reason === "no reason given";
  throw new UpstreamError(`${context.target.provider} returned no image: ${reason}`, {
    status: isFailure ? 502 : 400,
    code: isFailure ? "bad_answer" : "content_policy_violation",
  });
}

/** https://docs.aws.amazon.com/nova/latest/userguide/image-gen-access.html */
function amazonBody({ data, pictures }: ImageRequest, context: WireContext): JsonObject {
  const [width, height] = sidesOf(data, context);
  const text = textOf(data.prompt);
  const imageGenerationConfig = {
    numberOfImages: Number(data.n ?? 1),
    quality: data.quality === "hd" || data.quality === "high" ? "premium" : "standard",
    ...width ? { width, height } : {},
  };
  if (pictures.length === 0) {
    return { taskType: "TEXT_IMAGE", textToImageParams: { text }, imageGenerationConfig };
  }
  const images = pictures.map((picture) => picture.data);
  return {
    taskType: "IMAGE_VARIATION",
    imageVariationParams: { images, ...text ? { text } : {} },
    imageGenerationConfig,
  };
}

// https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-diffusion-3-5-large.html
const STABILITY_RATIOS = ["16:9", "1:1", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"];

function stabilityBody({ data, pictures }: ImageRequest, context: WireContext): JsonObject {
  if (pictures.length > 0) throw unsupportedByProvider(context, "image", "edit images");
  if (Number(data.n ?? 1) !== 1) {
    throw unsupportedByProvider(context, "n", "generate more than one image at a time");
  }
  const [width = 1, height = 1] = sidesOf(data, context);
  const aspect_ratio = STABILITY_RATIOS.find((ratio) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(width / height / (across / down) - 1) < 0.03;
  });
  if (!aspect_ratio) {
    throw unsupportedByProvider(
      context,
      "size",
      `generate images with the aspect ratio of ${String(data.size)}`,
    );
  }
  return { prompt: textOf(data.prompt), aspect_ratio, output_format: "png" };
}

/** Width and height; empty when the model may choose. */
function sidesOf({ size }: JsonObject, context: WireContext): number[] {
  if (size === undefined || size === null || size === "auto") return [];
  const [, width, height] = (/^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(textOf(size)) ?? []).map(Number);
  if (!width || !height) {
    throw unsupportedByProvider(context, "size", `generate images of the size ${String(size)}`);
  }
  return [width, height];
}

/** Reranks with Cohere's or Amazon's model. */
export async function ranked(
  { query, documents, top_n }: JsonObject,
  context: WireContext,
): Promise<JsonObject> {
  const { model } = context.target;
  const texts = Array.isArray(documents) ? documents.map(documentText) : [];
  const body = {
    query,
    documents: texts,
    ...typeof top_n === "number" ? { top_n: Math.min(top_n, texts.length) } : {},
    // Only Cohere's models have API versions.
    ...model.includes("cohere.") ? { api_version: 2 } : {},
  };
  return { ...await sendForJson(await modelRequest("invoke", body, context), context), model };
}
