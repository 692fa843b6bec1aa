/** Conversations with an agent. */
import { get } from "../../api.ts";
import { query, setQuery } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Await, Card } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { type Agent, API } from "./agents.ts";
import { Conversation } from "./conversation.tsx";
import { t } from "./words.ts";

interface Listed {
  session_id: string;
  agent_id: string;
  title: string;
  updated_at: string;
}

export function Chat({ of }: { of: Agent }) {
  const sessions = useList<Listed>(`${API}/playground/sessions?limit=100`);
  const session = query.value.get("session") ?? undefined;
  const remove = async (id: string) => {
    try {
      await get(`${API}/playground/sessions/${id}`, { method: "DELETE" });
      if (id === session) setQuery({ session: undefined });
    } catch (error) {
      toastFailure(error);
    }
    sessions.reload();
  };
  return (
    <div class="chat">
      <Card
        title={t("sessions")}
        actions={session && (
          <button
            type="button"
            class="secondary small"
            onClick={() => setQuery({ session: undefined })}
          >
            {t("new_session")}
          </button>
        )}
      >
        <Await of={sessions}>
          {(rows) => {
            const own = rows.filter(({ agent_id }) => agent_id === of.id);
            if (own.length === 0) return <p class="muted">{t("no_sessions")}</p>;
            return (
              <ul class="plain-list sessions">
                {own.map(({ session_id, title, updated_at }) => (
                  <li key={session_id}>
                    <a
                      href={`/agents?agent=${of.id}&session=${session_id}`}
                      aria-current={session_id === session ? "true" : undefined}
                    >
                      <bdi>{title}</bdi>
                    </a>
                    <button
                      type="button"
                      class="plain"
                      aria-label={t("delete_session", { title })}
                      onClick={() => void remove(session_id)}
                    >
                      ×
                    </button>
                    <small>
                      <Time at={updated_at} />
                    </small>
                  </li>
                ))}
              </ul>
            );
          }}
        </Await>
        <More of={sessions} />
      </Card>
      <Card title={t("chat")}>
        <Conversation
          key={session ?? "new"}
          agent={of.id}
          session={session}
          onSession={() => sessions.reload()}
        />
      </Card>
    </div>
  );
}
