import type { WireName } from "../providers/target.ts";
import { echo } from "./echo.ts";
import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import { cohere } from "./cohere.ts";
import { gemini } from "./gemini.ts";
import type { Wire } from "./wire.ts";

/** Wires that translate; requests to OpenAI's and Azure's pass unchanged. */
export const WIRES: Record<Exclude<WireName, "openai" | "azure_openai">, Wire> = {
  anthropic,
  gemini,
  bedrock,
  cohere,
  echo,
};
