/** The calls of tools that runs wait to have approved: those of one run, and the inbox of all agents' runs. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { Card } from "../../ui/state.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { type Agent, API, type Run } from "./agents.ts";
import { t } from "./words.ts";

const LOOK_MS = 10_000;

/** All runs that the viewer may decide about; nothing where none waits. */
export function Inbox({ agents }: { agents: Agent[] }) {
  const waiting = useGet<Run[]>(`${API}/runs?status=awaiting_approval&limit=50`, { everyMs: LOOK_MS });
  const runs = waiting.data.value ?? [];
  const head = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its run: the keyboard goes on from the list, or from the page.
  const decided = () => {
    (runs.length > 1 ? head.current : document.querySelector<HTMLElement>("main"))?.focus();
    waiting.reload();
  };
  const nameOf = (id: string) => agents.find((agent) => agent.id === id)?.name ?? "";
  if (runs.length === 0) return null;
  return (
    <Card title={t("waits_for_you")}>
      <div ref={head} tabIndex={-1} />
      <ul class="plain-list inbox">
        {runs.map((run) => (
          <li key={run.id}>
            <a href={`/agents?agent=${run.agent_id}&view=runs&run=${run.id}`}>
              <bdi>{run.input}</bdi>
            </a>
            <p class="facts-line">
              <bdi>{nameOf(run.agent_id)}</bdi>
              <bdi>{run.created_by}</bdi>
              <Time at={run.started_at} />
            </p>
            <Decisions of={run} done={decided} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a run waits for, each call with its decision. */
export function Decisions({ of, done }: { of: Run; done(): void }) {
  const sending = useSignal(false);
  const decide = async (act: "approve" | "reject", id: string) => {
    sending.value = true;
    try {
      await get(`${API}/agents/${of.agent_id}/runs/${of.id}/${act}`, {
        method: "POST",
        json: { tool_call_ids: [id] },
      });
    } catch (error) {
      toastFailure(error);
    }
    sending.value = false;
    done();
  };
  return (
    <>
      {of.pending_approvals.filter(({ decision }) => decision === null).map(
        ({ id, name, arguments: given }) => (
          <div key={id} class="note warn">
            <Code>{name}</Code>
            <pre>{JSON.stringify(given, null, 2)}</pre>
            <span class="actions">
              <button
                type="button"
                class="small"
                disabled={sending.value}
                onClick={() => void decide("approve", id)}
              >
                {t("approve")}
              </button>
              <button
                type="button"
                class="secondary small"
                disabled={sending.value}
                onClick={() => void decide("reject", id)}
              >
                {t("reject")}
              </button>
            </span>
          </div>
        ),
      )}
    </>
  );
}
