/** A score as a bar, with the interval in which it may lie. */
import { percent } from "../../i18n/format.ts";
import { isRtl } from "../../prefs.ts";
import { t } from "./words.ts";

export function Interval({ score, interval }: { score: number; interval: number[] | null }) {
  const [low = score, high = score] = interval ?? [];
  const share = (value: number) => `${(Math.min(1, Math.max(0, value)) * 100).toFixed(2)}%`;
  const words = { score: percent(score), low: percent(low), high: percent(high) };
  return (
    <span class="interval" dir={isRtl.value ? "rtl" : "ltr"} title={t("interval", words)}>
      <span class="bar" aria-hidden="true">
        <span class="value" style={{ "inline-size": share(score) }} />
        <span
          class="range"
          style={{ "inset-inline-start": share(low), "inline-size": share(high - low) }}
        />
      </span>
      <bdi>{percent(score)}</bdi>{" "}
      <small>
        {percent(low)} – {percent(high)}
      </small>
    </span>
  );
}
