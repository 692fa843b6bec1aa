/** The guard: traffic, a trial text, policies, alerts, the audit trail. */
import { isManager } from "../boot.ts";
import { nameOf } from "../i18n/common.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { Alerts } from "./guard/alerts.tsx";
import { Overview } from "./guard/overview.tsx";
import { Policies } from "./guard/policies.tsx";
import { Recognisers } from "./guard/recognisers.tsx";
import { Reports } from "./guard/reports.tsx";
import { Trail } from "./guard/trail.tsx";
import { Trial } from "./guard/trial.tsx";
import { t } from "./guard/words.ts";

const VIEWS = {
  overview: Overview,
  trial: Trial,
  policies: Policies,
  recognisers: Recognisers,
  alerts: Alerts,
  reports: Reports,
  audit: Trail,
};
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
  const View = Object.entries(VIEWS).find(([id]) => id === current)?.[1];
  return (
    <>
      <PageHead title={nameOf("guard")} service="guard" />
      <Tabs tabs={known} label={t("views")} />
      {View && <View />}
    </>
  );
}
