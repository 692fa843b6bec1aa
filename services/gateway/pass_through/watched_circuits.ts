import type { Circuits } from "../providers/circuit.ts";

/**
 * Circuits for calls that heed them and move none: a caller chooses the endpoint, and what fails there says nothing of
 * the model that others ask for.
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
      };
    },
  };
}
