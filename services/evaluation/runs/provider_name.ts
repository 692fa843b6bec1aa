import { z } from "zod";

/** The providers that a run may name. */
export const ProviderName = z.enum(["openai", "azure_openai", "gateway"]);
export type ProviderName = z.output<typeof ProviderName>;
