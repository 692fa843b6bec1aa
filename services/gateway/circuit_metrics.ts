import type { Registry } from "lib/telemetry/metrics.ts";

export type CircuitState = "closed" | "half_open" | "open";

/** The key and the model that a circuit watches. */
export interface CircuitPlace {
  providerKey: string;
  model: string;
}

const LEVEL: Record<CircuitState, number> = { closed: 0, half_open: 1, open: 2 };

/** Returns a function that records a circuit's state; beyond `maxSeries` circuits a model is reported as `other`. */
export function circuitMetrics(
  registry: Registry,
  maxSeries: number,
): (place: CircuitPlace, state: CircuitState) => void {
  const circuits = registry.gauge({
    name: "diwan_gateway_circuit_state",
    help: "0 closed, 1 half open, 2 open; for `other`, the state of its worst model",
    labels: ["provider_key", "model"],
    across: "max",
  });
  const named = new Set<string>();
  const others = new Map<string, Map<string, CircuitState>>();
  return ({ providerKey, model }, state) => {
    const name = `${providerKey} ${model}`;
    if (named.size < maxSeries || named.has(name)) {
      named.add(name);
      circuits.set({ provider_key: providerKey, model }, LEVEL[state]);
      return;
    }
    const ofKey = others.get(providerKey) ?? new Map<string, CircuitState>();
    others.set(providerKey, ofKey);
    if (state === "closed") ofKey.delete(model);
    else ofKey.set(model, state);
    const worst = Math.max(0, ...[...ofKey.values()].map((state) => LEVEL[state]));
    circuits.set({ provider_key: providerKey, model: "other" }, worst);
  };
}
