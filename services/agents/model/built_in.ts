/** The gateway's model that needs no provider, so that agents can be tried without a key. */
import type { Provider } from "lib/providers/provider.ts";

export const BUILT_IN_MODEL = "echo";

/** The providers of models. */
export interface Providers {
  provider: Provider;
  /** Answers the built-in model, whatever the settings say of the others. */
  gateway: Provider;
}

export function providerOf(model: string, { provider, gateway }: Providers): Provider {
  return model === BUILT_IN_MODEL ? gateway : provider;
}
