/** Small pieces: cards, figures, badges, and the states in which something is not there. */
import type { ComponentChildren } from "preact";
import { ApiFailure, type Loaded } from "../api.ts";
import { t } from "../i18n/shared_words.ts";
import { failureText } from "../i18n/service_words.ts";

export type Tone = "good" | "warn" | "bad" | "calm";

export function Badge({ tone = "calm", children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function Card(
  { title, actions, children, class: name = "" }: {
    title?: ComponentChildren;
    actions?: ComponentChildren;
    children: ComponentChildren;
    class?: string;
  },
) {
  return (
    <section class={`card ${name}`}>
      {(title || actions) && (
        <header>
          {title && <h2>{title}</h2>}
          {actions && <div class="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** A figure with its name. */
export function Stat(
  { label, value, note }: { label: string; value: ComponentChildren; note?: ComponentChildren },
) {
  return (
    <div class="stat">
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

export function Stats({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>;
}

/** Nothing is here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  );
}

/** The failure, and the id by which the logs know it. */
export function Failure({ error, retry }: { error: unknown; retry?(): void }) {
  const id = error instanceof ApiFailure ? error.requestId : "";
  return (
    <div class="failure" role="alert">
      <strong>{t("failed")}</strong>
      <p>
        <bdi>{failureText(error)}</bdi>
      </p>
      {id && <small>{t("request_id", { id })}</small>}
      {retry && <button type="button" class="secondary" onClick={retry}>{t("try_again")}</button>}
    </div>
  );
}

/** A request's result once it is there, its failure, or that it is on its way. */
export function Await<T>({ of, children }: { of: Loaded<T>; children(data: T): ComponentChildren }) {
  const data = of.data.value;
  if (data !== undefined) return <>{children(data)}</>;
  if (of.failure.value !== undefined) return <Failure error={of.failure.value} retry={of.reload} />;
  return <p class="waiting" aria-busy="true">{t("loading")}</p>;
}

/** How full a budget or limit is. */
export function Meter({ value, max, label }: { value: number; max: number; label: string }) {
  const share = max > 0 ? value / max : 0;
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  return <progress class={tone} value={Math.min(share, 1)} max={1} aria-label={label} />;
}
