/** Live measurements of a model at a provider, by which aliases choose. */
export interface Load {
  /** Running calls. */
  inFlight: number;
  /**
   * Moving average of latency in milliseconds: until the first event of a stream, or the whole answer.
   */
  latencyMs(streamed: boolean): number | undefined;
  answered(streamed: boolean, ms: number): void;
  failed(): void;
  /** The chats that it has refused lately and that its provider answers as responses. */
  refusedChats?: { what: "all" | "tools"; at: number };
}

// Weight of the newest answer in the moving average.
const NEWEST = 0.3;
// Older measurements are stale, and the model is probed again.
const KNOWN_MS = 60_000;
// A failed attempt counts as an answer this slow.
const FAILED_MS = 30_000;

interface Figure {
  ms: number;
  at: number;
}

export function createLoad(now: () => number = () => performance.now()): Load {
  let whole: Figure | undefined;
  let streamed: Figure | undefined;

  function fresh(figure: Figure | undefined): number | undefined {
    return figure && now() - figure.at < KNOWN_MS ? figure.ms : undefined;
  }

  function moved(figure: Figure | undefined, ms: number): Figure {
    const before = fresh(figure);
    return { ms: before === undefined ? ms : before * (1 - NEWEST) + ms * NEWEST, at: now() };
  }

  return {
    inFlight: 0,
    latencyMs: (asStream) => fresh(asStream ? streamed : whole),
    answered(asStream, ms) {
      if (asStream) streamed = moved(streamed, ms);
      else whole = moved(whole, ms);
    },
    failed() {
      streamed = moved(streamed, FAILED_MS);
      whole = moved(whole, FAILED_MS);
    },
  };
}
