/** Values that keep their own direction inside any sentence. */
import { dateTime, exactTime } from "../i18n/format.ts";

export function Time({ at }: { at: string | number | null | undefined }) {
  if (at === null || at === undefined) return <span>–</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      <bdi>{dateTime(at)}</bdi>
    </time>
  );
}

/** Ids, addresses, model names, code: left to right always. */
export function Code({ children }: { children: string | number | null | undefined }) {
  return <bdi dir="ltr" class="code">{children ?? "–"}</bdi>;
}
