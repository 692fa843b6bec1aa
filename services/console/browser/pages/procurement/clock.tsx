/** How long a tender is still open. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { relative } from "../../i18n/format.ts";
import { Time } from "../../ui/time.tsx";
import type { Tender } from "./procurement.ts";
import { t } from "./words.ts";

const TICK_MS = 1_000;
const SOON_SECONDS = 86_400;

export function Clock({ of: { status, closes_at } }: { of: Tender }) {
  const now = useSignal(Date.now());
  const ticks = status === "open" && closes_at !== null;
  useEffect(() => {
    if (!ticks) return;
    const timer = setInterval(() => now.value = Date.now(), TICK_MS);
    return () => clearInterval(timer);
  }, [ticks]);
  if (closes_at === null) return status === "open" ? <small>{t("no_deadline")}</small> : null;
  const left = (Date.parse(closes_at) - now.value) / 1000;
  if (!ticks || left <= 0) {
    return (
      <small>
        {t("closed_at")} <Time at={closes_at} />
      </small>
    );
  }
  return (
    <small class={left < SOON_SECONDS ? "soon" : ""} title={new Date(closes_at).toISOString()}>
      {t("closes", { when: relative(left) })}
    </small>
  );
}
