import type { Siblings } from "lib/processes/sibling_processes.ts";
import { z } from "zod";
import type { CircuitPlace, CircuitState } from "../circuit_metrics.ts";
import { type Circuits, createCircuits } from "./circuit.ts";

const Heard = z.object({ providerKey: z.string(), model: z.string(), restMs: z.number() });

/** Circuits that all processes of a gateway share: each broadcasts its findings to the others. */
export function sharedCircuits(
  { siblings, onChange }: { siblings: Siblings; onChange(place: CircuitPlace, state: CircuitState): void },
): Circuits {
  let hearing = false;
  const circuits = createCircuits({
    onChange(place, state) {
      onChange(place, state);
      const { providerKey, model } = place;
      // Only a successful probe closes a circuit.
      if (hearing || state === "half_open") return;
      void siblings.tell("circuit", { providerKey, model, restMs: circuits.restsMs(providerKey, model) });
    },
  });
  siblings.on("circuit", (data) => {
    const { providerKey, model, restMs } = Heard.parse(data);
    hearing = true;
    try {
      circuits.of(providerKey, model).heard(restMs);
    } finally {
      hearing = false;
    }
  });
  return circuits;
}
