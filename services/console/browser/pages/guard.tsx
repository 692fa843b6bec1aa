/** The guard: traffic, a trial text, policies, alerts, the audit trail. */
import { isManager } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { LazyView, type LoadView } from "../ui/lazy_view.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { t } from "./guard/words.ts";

const VIEWS = {
  overview: () => import("./guard/overview.tsx").then(({ Overview }) => Overview),
  trial: () => import("./guard/trial.tsx").then(({ Trial }) => Trial),
  policies: () => import("./guard/policies.tsx").then(({ Policies }) => Policies),
  recognisers: () => import("./guard/recognisers.tsx").then(({ Recognisers }) => Recognisers),
  alerts: () => import("./guard/alerts.tsx").then(({ Alerts }) => Alerts),
  reports: () => import("./guard/reports.tsx").then(({ Reports }) => Reports),
  audit: () => import("./guard/trail.tsx").then(({ Trail }) => Trail),
} satisfies Record<string, LoadView>;
type View = keyof typeof VIEWS;

function tabs(): { id: View; label: string }[] {
  const ids: View[] = isManager.value
    ? ["overview", "trial", "policies", "recognisers", "alerts", "reports", "audit"]
    : ["trial", "policies", "recognisers"];
  return ids.map((id) => ({ id, label: t(id) }));
}

export const page: Page = {
  title: () => nameOf("guard"),
  view: () => <Guard />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("guard"), address: `/guard?view=${id}` })),
};

function Guard() {
  const known = tabs();
  const current = currentTab(known);
  const load = Object.entries(VIEWS).find(([id]) => id === current)?.[1];
  return (
    <>
      <PageHead title={nameOf("guard")} service="guard" />
      <Tabs tabs={known} label={t("views")} />
      {load && <LazyView key={current} load={load} />}
    </>
  );
}
