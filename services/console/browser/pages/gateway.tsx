/** The gateway: spend and use, calls, keys, teams, models, a playground, the audit trail. */
import { isAdmin, user } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { LazyView, type LoadView } from "../ui/lazy_view.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { t } from "./gateway/words.ts";

const VIEWS = {
  use: () => import("./gateway/spending.tsx").then(({ Spending }) => Spending),
  calls: () => import("./gateway/call_list.tsx").then(({ CallList }) => CallList),
  keys: () => import("./gateway/keys.tsx").then(({ Keys }) => Keys),
  groups: () => import("./gateway/groups.tsx").then(({ Groups }) => Groups),
  models: () => import("./gateway/models.tsx").then(({ Models }) => Models),
  playground: () => import("./gateway/playground.tsx").then(({ Playground }) => Playground),
  audit: () => import("./gateway/audit.tsx").then(({ Audit }) => Audit),
} satisfies Record<string, LoadView>;
type View = keyof typeof VIEWS;

/** The views of this person; those for admins are hidden from others. */
function tabs(): { id: View; label: string }[] {
  const own = isAdmin.value ? t("use") : t("my_use");
  return [
    { id: "use", label: own },
    { id: "calls", label: t("calls") },
    ...isAdmin.value
      ? [{ id: "keys" as const, label: t("keys") }, { id: "groups" as const, label: t("groups") }]
      : [],
    { id: "models", label: t("models") },
    { id: "playground", label: t("playground") },
    { id: "audit", label: t("audit") },
  ];
}

export const page: Page = {
  title: () => nameOf("gateway"),
  view: () => <Gateway />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("gateway"), address: `/gateway?view=${id}` })),
};

function Gateway() {
  void user.value;
  const known = tabs();
  const current = currentTab(known);
  const load = known.some(({ id }) => id === current)
    ? Object.entries(VIEWS).find(([id]) => id === current)?.[1]
    : undefined;
  return (
    <>
      <PageHead title={nameOf("gateway")} service="gateway" />
      <Tabs tabs={known} label={t("views")} />
      {load && <LazyView key={current} load={load} />}
    </>
  );
}
