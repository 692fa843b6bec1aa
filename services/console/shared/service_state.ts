/** How a service is, as `/live` tells it. */
export interface ServiceState {
  name: string;
  /** `away` when it does not answer. */
  status: "ok" | "degraded" | "starting" | "draining" | "away";
  version?: string;
  uptime_seconds?: number;
  dependencies: Record<
    string,
    { status: "ok" | "failing" | "not_configured"; latency_ms: number; detail?: string }
  >;
}
