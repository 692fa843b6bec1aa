/** A circuit breaker for a model at a provider key. */
import type { CircuitPlace, CircuitState } from "../circuit_metrics.ts";
import { failureWindow } from "./failure_window.ts";

export interface Circuit {
  readonly state: CircuitState;
  /** Whether a request may be sent now. A half-open circuit admits one probe, which must report back once. */
  admits(): boolean;
  succeeded(): void;
  /** `restMs` is the provider's Retry-After. */
  failed(restMs?: number | null): void;
  /** Ends a request without a result for the circuit, such as one that the caller aborted. */
  forgot(): void;
  /** Milliseconds until it may be tried again. */
  restsMs(): number;
  /** Applies another process's finding: rest this long, or works again (0). */
  heard(restMs: number): void;
}

export interface CircuitOptions {
  now?: () => number;
  onChange?: (state: CircuitState) => void;
}

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 120_000;

/** A circuit that opens when at least five, and half, of the requests of the last 15 to 30 seconds failed. */
export function createCircuit({ now = Date.now, onChange = () => {} }: CircuitOptions = {}): Circuit {
  const requests = failureWindow(now);
  let state: CircuitState = "closed";
  let restMs = FIRST_REST_MS;
  let restUntil = 0;
  let probing = false;

  function become(next: CircuitState): void {
    if (state === next) return;
    state = next;
    onChange(next);
  }

  function open(asked: number): void {
    const least = state === "half_open" ? Math.min(LONGEST_REST_MS, restMs * 2) : FIRST_REST_MS;
    restMs = Math.min(Math.max(asked, least), LONGEST_REST_MS);
    restUntil = now() + restMs;
    become("open");
  }

  return {
    get state() {
      return state;
    },
    admits() {
      if (state === "closed") return true;
      if (state === "open") {
        if (now() < restUntil) return false;
        become("half_open");
        probing = false;
      }
      if (probing) return false;
      probing = true;
      return true;
    },
    succeeded() {
      requests.count(false);
      probing = false;
      if (state !== "half_open") return;
      requests.clear();
      become("closed");
    },
    failed(asked) {
      requests.count(true);
      probing = false;
      if (state === "half_open" || requests.isBad()) open(asked ?? 0);
    },
    forgot() {
      probing = false;
    },
    restsMs: () => state === "open" ? Math.max(0, restUntil - now()) : 0,
    heard(asked) {
      probing = false;
      if (asked === 0) requests.clear();
      restMs = Math.min(asked, LONGEST_REST_MS);
      restUntil = now() + restMs;
      become(asked > 0 ? "open" : "closed");
    },
  };
}

/** The circuits of all models at all provider keys. */
export interface Circuits {
  /** The circuit of one model at one provider key, so that a broken model does not block others. */
  of(providerKey: string, model: string): Circuit;
  /** Milliseconds until that model may be called again; 0 without a known failure. */
  restsMs(providerKey: string, model: string): number;
}

export interface CircuitsOptions {
  now?: () => number;
  onChange?: (place: CircuitPlace, state: CircuitState) => void;
  /** Maximum number of circuits: callers can invent models at providers that accept any. */
  most?: number;
}

/** One circuit per provider key and model, made on first use. */
export function createCircuits(
  { now, onChange = () => {}, most = 2_000 }: CircuitsOptions = {},
): Circuits {
  const circuits = new Map<string, { circuit: Circuit; place: CircuitPlace }>();

  /** Evicts the oldest closed circuit, which blocks nothing; if all are open, the oldest. */
  function makeRoom(): void {
    if (circuits.size < most) return;
    const entries = circuits.entries();
    const oldest = entries.find(([, { circuit }]) => circuit.state === "closed") ??
      circuits.entries().next().value;
    if (!oldest) return;
    const [name, { circuit, place }] = oldest;
    circuits.delete(name);
    if (circuit.state !== "closed") onChange(place, "closed");
  }

  function addCircuit(name: string, place: CircuitPlace): Circuit {
    makeRoom();
    const circuit = createCircuit({
      now,
      // A request may still hold a circuit that was forgotten.
      onChange: (state) => circuits.get(name)?.place === place && onChange(place, state),
    });
    circuits.set(name, { circuit, place });
    return circuit;
  }

  return {
    of(providerKey, model) {
      const name = `${providerKey} ${model}`;
      return circuits.get(name)?.circuit ?? addCircuit(name, { providerKey, model });
    },
    restsMs: (providerKey, model) => circuits.get(`${providerKey} ${model}`)?.circuit.restsMs() ?? 0,
  };
}
