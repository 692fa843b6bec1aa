import type { Logger } from "lib/telemetry/log.ts";
import type { AuditStore } from "./audit/audit_store.ts";
import type { DeliveryStore } from "./webhooks/deliveries_store.ts";
import type { TelemetryStore } from "./telemetry/telemetry_store.ts";

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;
const DAY_MS = 86_400_000;
const DELIVERY_DAYS = 30;

/** Deletes records that are past their retention, soon after the start and every hour, until the signal aborts. */
export function startRetention(
  { audit, telemetry, deliveries, days, log, now }: {
    audit: AuditStore;
    telemetry: TelemetryStore;
    deliveries: DeliveryStore;
    /** 0 keeps audit and telemetry forever. */
    days: number;
    log: Logger;
    now: () => number;
  },
  signal: AbortSignal,
): void {
  const before = (kept: number) => new Date(now() - kept * DAY_MS).toISOString();
  async function prune(): Promise<void> {
    await deliveries.prune(before(DELIVERY_DAYS));
    if (days === 0) return;
    await audit.prune(before(days));
    await telemetry.prune(before(days));
  }
  const quietly = () =>
    void prune().catch((error) => log.error("old events could not be dropped", { error }));
  const first = setTimeout(quietly, FIRST_MS);
  const every = setInterval(quietly, EVERY_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(first);
    clearInterval(every);
  }, { once: true });
}
