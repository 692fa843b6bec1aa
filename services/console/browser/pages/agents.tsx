/** The agents: a gallery, and one of them with chat, runs, metrics and settings. */
import { useGet } from "../api.ts";
import { isManager } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { PageHead } from "../ui/page_head.tsx";
import { type Rights, rightsOf } from "../ui/rights.ts";
import { Await } from "../ui/state.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { type Agent, API } from "./agents/agents.ts";
import { Chat } from "./agents/chat.tsx";
import { Editor } from "./agents/editor.tsx";
import { Gallery } from "./agents/gallery.tsx";
import { MetricsView } from "./agents/metrics.tsx";
import { Runs } from "./agents/runs.tsx";
import { t } from "./agents/words.ts";

export const page: Page = {
  title: () => nameOf("agents"),
  view: () => <Agents />,
};

function Agents() {
  const opened = query.value.get("agent");
  if (opened) return <OneAgent key={opened} id={opened} />;
  return (
    <>
      <PageHead title={nameOf("agents")} intro={t("intro")} service="agents" />
      <Gallery />
    </>
  );
}

function OneAgent({ id }: { id: string }) {
  const agent = useGet<Agent>(`${API}/agents/${id}`);
  const told = useGet<Rights>(isManager.value ? undefined : `${API}/agents/${id}/rights`);
  const rights = rightsOf(told);
  // Until it is told, an address of the editor waits for it.
  const isLoading = told.loading.value;
  return (
    <>
      <a href="/agents" class="back">{t("back")}</a>
      <Await of={agent}>
        {(agent) => {
          const ids = rights.change
            ? ["chat", "runs", "metrics", "edit"] as const
            : ["chat", "runs", "metrics"] as const;
          const tabs = ids.map((id) => ({ id, label: t(id) }));
          return (
            <>
              <PageHead title={agent.name} intro={agent.description} />
              <Tabs tabs={tabs} label={t("views")} keep={["agent"]} />
              {!isLoading && <View of={agent} rights={rights} view={currentTab(tabs)} />}
            </>
          );
        }}
      </Await>
    </>
  );
}

function View({ of, rights, view }: { of: Agent; rights: Rights; view: string }) {
  if (view === "runs") return <Runs id={of.id} />;
  if (view === "metrics") return <MetricsView id={of.id} />;
  if (view === "edit") return <Editor of={of} rights={rights} />;
  return <Chat of={of} />;
}
