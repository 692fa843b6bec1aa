/** The head of a service's page: how the service is, and where its documentation is. */
import type { ServiceState } from "../../shared/service_state.ts";
import { nameOf, t } from "../i18n/shared_words.ts";
import { dependencyName, detailText } from "../i18n/service_words.ts";
import { duration, list } from "../i18n/format.ts";
import { services } from "../live.ts";
import { Badge, Card, Stat, Stats, type Tone } from "./state.tsx";
import { Code } from "./time.tsx";

const TONES: Record<ServiceState["status"], Tone> = {
  ok: "good",
  degraded: "warn",
  starting: "calm",
  draining: "calm",
  away: "bad",
};

export function ServiceBadge({ name }: { name: string }) {
  const state = services.value?.find((service) => service.name === name);
  if (!state) return <Badge>{t("unknown")}</Badge>;
  return <Badge tone={TONES[state.status]}>{t(state.status)}</Badge>;
}

/** Settings that the service lacks and dependencies that it cannot reach, as its health says. */
export function ServiceNotes({ name }: { name: string }) {
  const state = services.value?.find((service) => service.name === name);
  const notes = Object.entries(state?.dependencies ?? {}).filter(([, { status }]) => status !== "ok");
  if (state?.status === "away") return <p class="note bad">{t("service_away", { name: nameOf(name) })}</p>;
  const failing = notes.filter(([, { status }]) => status === "failing");
  const missing = notes.filter(([, { status }]) => status !== "failing");
  return (
    <>
      {failing.length > 0 && (
        <ul class="notes">
          {failing.map(([dependency, { detail }]) => (
            <li key={dependency} class="note bad">
              <strong>{dependencyName(dependency)}</strong> {t("failing")}
              {detail && <bdi>{detailText(detail)}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <Missing of={missing} />}
    </>
  );
}

/** What is not configured, in one line; the settings that it takes open beneath. */
function Missing({ of }: { of: [name: string, dependency: { detail?: string }][] }) {
  return (
    <details class="note warn missing">
      <summary>
        <strong>{t("not_configured")}:</strong> {list(of.map(([name]) => dependencyName(name)))}
      </summary>
      <ul class="plain-list">
        {of.map(([name, { detail }]) => (
          <li key={name}>
            <strong>{dependencyName(name)}</strong> {detail && <bdi>{detailText(detail)}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The service's version, time of work and dependencies. */
export function ServiceCard({ name }: { name: string }) {
  const state = services.value?.find((service) => service.name === name);
  return (
    <Card title={nameOf(name)} actions={<ServiceBadge name={name} />}>
      {state?.version && (
        <Stats>
          <Stat label={t("version")} value={<Code>{state.version}</Code>} />
          <Stat label={t("uptime")} value={duration(state.uptime_seconds ?? 0)} />
        </Stats>
      )}
      <ul class="dependencies">
        {Object.entries(state?.dependencies ?? {}).map(([dependency, { status, detail }]) => (
          <li key={dependency}>
            <bdi>{dependencyName(dependency)}</bdi>{" "}
            <Badge tone={status === "ok" ? "good" : status === "failing" ? "bad" : "warn"}>{t(status)}</Badge>
            {detail && (
              <small>
                <bdi>{detailText(detail)}</bdi>
              </small>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
