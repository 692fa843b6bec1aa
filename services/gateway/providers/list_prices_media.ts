import type { PriceSource } from "./list_prices.ts";
import type { Price } from "./price.ts";

/** A model without chat: id, price, capability. */
export type ListedMediaModel = [id: string, price: Partial<Price>, capability: string];

const transcription = (minute: string): Partial<Price> => ({ units: { minute } });
const speech = (million_characters: string): Partial<Price> => ({ units: { million_characters } });
const rerank = (thousand_searches: string): Partial<Price> => ({ units: { thousand_searches } });

const GPT_IMAGE_1_5 = {
  input: "5",
  cached_input: "1.25",
  image_input: "8",
  output: "10",
  image_output: "32",
};
// All output tokens are images.
const GPT_IMAGE_2 = { input: "5", cached_input: "1.25", image_input: "8", output: "30" };
const DALL_E_3 = {
  "1024x1024": "0.04",
  "1024x1792": "0.08",
  "1792x1024": "0.08",
  "hd 1024x1024": "0.08",
  "hd 1024x1792": "0.12",
  "hd 1792x1024": "0.12",
};
const DALL_E_2 = { "256x256": "0.016", "512x512": "0.018", "1024x1024": "0.02" };

/** Sources of prices on another page than their provider's. */
export const MEDIA_PRICE_SOURCES: Record<string, PriceSource> = {
  "rerank-v4.0-fast": {
    as_of: "2025-12-31",
    page: "https://artificial-intelligence-wiki.com/ai-development/rag-systems/cohere-rerank-guide",
  },
  "rerank-v4.0-pro": { as_of: "2026-04-06", page: "https://openrouter.ai/cohere/rerank-4-pro" },
};

/** Models for audio, images, moderation, ranking and old completions at their list prices, beside `LISTED`. */
export const LISTED_MEDIA: Record<string, ListedMediaModel[]> = {
  openai: [
    ["whisper-1", transcription("0.006"), "transcription"],
    ["gpt-4o-transcribe", { input: "2.5", output: "10", audio_input: "6" }, "transcription"],
    ["gpt-4o-mini-transcribe", { input: "1.25", output: "5", audio_input: "3" }, "transcription"],
    ["gpt-4o-transcribe-diarize", { input: "2.5", output: "10", audio_input: "6" }, "transcription"],
    ["gpt-transcribe", transcription("0.0045"), "transcription"],
    ["tts-1", speech("15"), "speech"],
    ["tts-1-hd", speech("30"), "speech"],
    ["gpt-4o-mini-tts", { input: "0.6", output: "12" }, "speech"],
    ["gpt-image-1", { input: "5", cached_input: "1.25", image_input: "10", output: "40" }, "images"],
    ["gpt-image-1-mini", { input: "2", cached_input: "0.2", image_input: "2.5", output: "8" }, "images"],
    ["gpt-image-1.5", GPT_IMAGE_1_5, "images"],
    ["chatgpt-image-latest", GPT_IMAGE_1_5, "images"],
    ["gpt-image-2", GPT_IMAGE_2, "images"],
    ["gpt-image-2.5-flare", GPT_IMAGE_2, "images"],
    ["gpt-image-2.5-sunburst", GPT_IMAGE_2, "images"],
    ["dall-e-3", { units: { image: DALL_E_3 } }, "images"],
    ["dall-e-2", { units: { image: DALL_E_2 } }, "images"],
    ["omni-moderation", { input: "0", output: "0" }, "moderation"],
    ["text-moderation", { input: "0", output: "0" }, "moderation"],
    ["gpt-3.5-turbo-instruct", { input: "1.5", output: "2" }, "completions"],
    ["davinci-002", { input: "2", output: "2" }, "completions"],
    ["babbage-002", { input: "0.4", output: "0.4" }, "completions"],
  ],
  groq: [
    ["whisper-large-v3", transcription("0.00185"), "transcription"],
    ["whisper-large-v3-turbo", transcription("0.000666667"), "transcription"],
  ],
  cohere: [
    ["rerank-v3.5", rerank("2"), "rerank"],
    ["rerank-v4.0-fast", rerank("2"), "rerank"],
    ["rerank-v4.0-pro", rerank("2.5"), "rerank"],
  ],
};
