import type { Circuits } from "../providers/circuit.ts";

/**
 * Read-only view of circuits: the caller chooses the endpoint, so its failures say nothing about the model for other
 * callers.
 */
export function watched(circuits: Circuits): Circuits {
  return {
    restsMs: circuits.restsMs,
    of(providerKey, model) {
      const restsMs = () => circuits.restsMs(providerKey, model);
      return {
        get state() {
          return restsMs() > 0 ? "open" : "closed";
        },
        admits: () => restsMs() === 0,
        restsMs,
        succeeded() {},
        failed() {},
        forgot() {},
        heard() {},
      };
    },
  };
}
