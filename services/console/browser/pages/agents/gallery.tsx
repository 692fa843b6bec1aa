/** All agents that the viewer may use, and a new one. */
import { useSignal } from "@preact/signals";
import { percent } from "../../i18n/format.ts";
import { More, useList } from "../../ui/list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { type Agent, API } from "./agents.ts";
import { Inbox } from "./decisions.tsx";
import { AgentForm } from "./editor.tsx";
import { t } from "./words.ts";

export function Gallery() {
  const agents = useList<Agent>(`${API}/agents?limit=100`);
  const making = useSignal(false);
  return (
    <>
      <p>
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_agent")}
        </button>
      </p>
      <Inbox agents={agents.data.value ?? []} />
      <Await of={agents}>
        {(rows) =>
          rows.length === 0
            ? <Empty title={t("no_agents")}>{t("no_agents_words")}</Empty>
            : (
              <ul class="cards gallery">
                {rows.map((agent) => <AgentCard key={agent.id} of={agent} />)}
              </ul>
            )}
      </Await>
      <More of={agents} />
      {making.value && (
        <Dialog title={t("new_agent")} open wide onClose={() => making.value = false}>
          <AgentForm onClose={() => making.value = false} done={agents.reload} />
        </Dialog>
      )}
    </>
  );
}

function AgentCard({ of: { id, name, description, model, tools, runs_count, success_rate } }: { of: Agent }) {
  return (
    <li class="card">
      <h2>
        <a href={`/agents?agent=${id}`}>
          <bdi>{name}</bdi>
        </a>
      </h2>
      <p dir="auto">{description}</p>
      <p class="facts-line">
        <Code>{model}</Code>
        <Badge>{t("tools_n", { n: tools.length })}</Badge>
        <small>{t("runs_n", { n: runs_count })}</small>
        {runs_count > 0 && (
          <small>
            {t("success")} <bdi>{percent(success_rate)}</bdi>
          </small>
        )}
      </p>
    </li>
  );
}
