/** Compliance: systems with their scores, frameworks in both languages, certificates. */
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { Certificates } from "./compliance/certificates.tsx";
import { Frameworks } from "./compliance/frameworks.tsx";
import { SystemPage } from "./compliance/system.tsx";
import { Systems } from "./compliance/systems.tsx";
import { t } from "./compliance/words.ts";

const VIEWS = { systems: Systems, frameworks: Frameworks, certificates: Certificates };
const tabs = () => (["systems", "frameworks", "certificates"] as const).map((id) => ({ id, label: t(id) }));

export const page: Page = {
  title: () => nameOf("compliance"),
  view: () => <Compliance />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("compliance"), address: `/compliance?view=${id}` })),
};

function Compliance() {
  const opened = query.value.get("system");
  if (opened) return <SystemPage key={opened} id={opened} />;
  const current = currentTab(tabs());
  const View = Object.entries(VIEWS).find(([id]) => id === current)?.[1];
  return (
    <>
      <PageHead title={nameOf("compliance")} intro={t("intro")} service="compliance" />
      <Tabs tabs={tabs()} label={t("views")} />
      {View && <View />}
    </>
  );
}
