/** Guesses a model's provider from its name. */
import { CATALOGUE } from "./catalogue.ts";
import type { Provider } from "./provider.ts";
import { KNOWN_PROVIDERS, type KnownProvider } from "./providers.ts";

/** The known provider that lists `model`, or its prefix: `ollama/llama3.2`. */
export function ownerOf(model: string): KnownProvider | undefined {
  const owner = CATALOGUE.find(({ id }) => id === model)?.provider ?? /^[^/]+(?=\/)/.exec(model)?.[0];
  return KNOWN_PROVIDERS.find(({ name }) => name === owner);
}

/**
 * Whether a provider that accepts any model may be called for an unknown one. A vendor's own URL is not called for
 * another vendor's model: its refusal would hide that a setting is missing.
 */
export function mayHave({ name, baseUrl }: Provider, model: string): boolean {
  const vendor = KNOWN_PROVIDERS.find((known) => known.name === name);
  if (!vendor || vendor.local || new URL(vendor.baseUrl).href !== baseUrl.href) return true;
  const owner = ownerOf(model);
  if (!owner || owner.local) return !owner;
  const names = CATALOGUE.filter(({ provider }) => provider === name).map(({ id }) => id);
  // Some providers sell models of many vendors, with names that start with the vendor.
  return names.length === 0 || model.includes("/") && names.some((id) => id.includes("/"));
}
