/** Home: the services' health, today's figures, pending work, and the first steps of a new installation. */
import { type AlertSaid, alertText, dependencyName, detailText } from "../i18n/service_words.ts";
import { useGet } from "../api.ts";
import { isAdmin, isManager, user } from "../boot.ts";
import { nameOf, t as common } from "../i18n/shared_words.ts";
import { dateTime, number, usd } from "../i18n/format.ts";
import { services } from "../live.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { ServiceBadge } from "../ui/service_head.tsx";
import { Card, Empty, Stat, Stats } from "../ui/state.tsx";
import { FirstSteps } from "./home/first_steps.tsx";
import { t } from "./home/words.ts";

export const page: Page = {
  title: () => nameOf("home"),
  view: () => <Home />,
};

const DAY = 86_400_000;
const INPUT_SHOWN = 80;

function Home() {
  const person = user.value?.kind === "token";
  return (
    <>
      <PageHead title={nameOf("home")} intro={t("intro")} />
      {isAdmin.value && person && <FirstSteps />}
      <div class="split">
        <Today />
        {person && <Waiting />}
      </div>
      <Card title={common("services")}>
        {services.value === undefined && <p class="waiting" aria-busy="true">{common("loading")}</p>}
        <ul class="services">
          {(services.value ?? []).map(({ name, dependencies }) => (
            <li key={name}>
              <a href={`/${name}`}>{nameOf(name)}</a> <ServiceBadge name={name} />
              {Object.entries(dependencies).filter(([, { status }]) => status !== "ok").map((
                [dependency, { detail }],
              ) => (
                <small key={dependency}>
                  <bdi>{dependencyName(dependency)}</bdi>
                  {detail && (
                    <>
                      : <bdi>{detailText(detail)}</bdi>
                    </>
                  )}
                </small>
              ))}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

interface Summary {
  total_requests: number;
  total_cost_usd: number;
}

/** The gateway's days are in UTC. */
function Today() {
  const start = new Date(Math.floor(Date.now() / DAY) * DAY).toISOString();
  const { data } = useGet<Summary>(`/gateway/costs/summary?start_time=${start}`, { everyMs: 15_000 });
  return (
    <Card
      title={isAdmin.value ? t("today") : t("my_today")}
      actions={<a href="/gateway">{nameOf("gateway")}</a>}
    >
      <Stats>
        <Stat label={t("spend")} value={data.value ? usd(data.value.total_cost_usd) : "…"} />
        <Stat label={t("requests")} value={data.value ? number(data.value.total_requests) : "…"} />
      </Stats>
    </Card>
  );
}

interface Entry {
  key: string;
  text: string;
  address: string;
}

/** Alerts, runs and deadlines that somebody should look at. */
function Waiting() {
  const alerts = useGet<({ id: string } & AlertSaid)[]>(
    isManager.value ? "/guard/api/v1/alerts?status=triggered&limit=5" : undefined,
    { everyMs: 15_000 },
  );
  const runs = useGet<{ id: string; model_id: string; benchmark_id: string }[]>(
    "/evaluation/api/v1/results?status=running&limit=5",
    { everyMs: 15_000 },
  );
  const approvals = useGet<{ id: string; agent_id: string; input: string }[]>(
    "/agents/api/v1/runs?status=awaiting_approval&limit=5",
    { everyMs: 15_000 },
  );
  const tenders = useGet<{ tenders: { id: string; title: string; closes_at: string | null }[] }>(
    "/procurement/api/v1/tenders?status=open&page_size=100",
  );
  const soon = (tenders.data.value?.tenders ?? [])
    .flatMap(({ id, title, closes_at: at }) => at && Date.parse(at) > Date.now() ? [{ id, title, at }] : [])
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, 5);
  const review = useGet<{ total: number }>(
    "/documents/api/v1/docs/documents?confidence_below=0.8&page_size=1",
    { everyMs: 30_000 },
  );
  const unsure = review.data.value?.total ?? 0;
  const entries: Entry[] = [
    ...(alerts.data.value ?? []).map((alert) => ({
      key: alert.id,
      text: alertText(alert),
      address: "/guard?view=alerts",
    })),
    ...(approvals.data.value ?? []).map(({ id, agent_id, input }) => ({
      key: id,
      text: t("approval", { input: input.slice(0, INPUT_SHOWN) }),
      address: `/agents?agent=${agent_id}&view=runs&run=${id}`,
    })),
    ...(runs.data.value ?? []).map(({ id, model_id, benchmark_id }) => ({
      key: id,
      text: t("running", { model: model_id, benchmark: benchmark_id }),
      address: `/evaluation?result=${id}`,
    })),
    ...unsure > 0
      ? [{ key: "review", text: t("review", { n: unsure }), address: "/documents?view=review" }]
      : [],
    ...soon.map(({ id, title, at }) => ({
      key: id,
      text: t("deadline", { title, when: dateTime(at) }),
      address: `/procurement?tender=${id}`,
    })),
  ];
  return (
    <Card title={t("waiting")}>
      {entries.length === 0 ? <Empty title={t("nothing_waits")} /> : (
        <ul class="plain-list">
          {entries.map(({ key, text, address }) => (
            <li key={key}>
              <a href={address}>
                <bdi>{text}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
