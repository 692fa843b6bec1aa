/** Settings: how the platform is set up, its providers, people, backups and licences. */
import { isAdmin, user } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { LazyView, type LoadView } from "../ui/lazy_view.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { t } from "./settings/words.ts";

const VIEWS = {
  overview: () => import("./settings/overview.tsx").then(({ Overview }) => Overview),
  effective: () => import("./settings/effective.tsx").then(({ Effective }) => Effective),
  providers: () => import("./settings/providers.tsx").then(({ Providers }) => Providers),
  people: () => import("./settings/people.tsx").then(({ People }) => People),
  keeping: () => import("./settings/keeping.tsx").then(({ Keeping }) => Keeping),
  licences: () => import("./settings/licences.tsx").then(({ Licences }) => Licences),
} satisfies Record<string, LoadView>;
type View = keyof typeof VIEWS;
const FOR_ADMINS: readonly View[] = ["effective", "providers", "people", "keeping"];
const ALL: readonly View[] = ["overview", "effective", "providers", "people", "keeping", "licences"];

/** The views of this person; those for admins are hidden from others. */
function tabs(): { id: View; label: string }[] {
  const mine = ALL.filter((id) => isAdmin.value || !FOR_ADMINS.includes(id));
  return mine.map((id) => ({ id, label: t(id) }));
}

export const page: Page = {
  title: () => nameOf("settings"),
  view: () => <Settings />,
  commands: () =>
    tabs().map(({ id, label }) => ({ label, hint: nameOf("settings"), address: `/settings?view=${id}` })),
};

function Settings() {
  void user.value;
  const known = tabs();
  const current = currentTab(known);
  const load = VIEWS[known.find(({ id }) => id === current)?.id ?? "overview"];
  return (
    <>
      <PageHead title={nameOf("settings")} intro={t("intro")} />
      <Tabs tabs={known} label={t("views")} />
      <LazyView key={current} load={load} />
    </>
  );
}
