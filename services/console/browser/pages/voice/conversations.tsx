/** Earlier conversations with their turns. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { languageName, number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { t } from "./talk_words.ts";
import { API } from "./voice.ts";

interface Conversation {
  id: string;
  owner: string | null;
  language: string;
  turns_count: number;
  updated_at: string;
}

interface WithTurns extends Conversation {
  turns: { id: string; transcription: string; response: string; created_at: string }[];
}

const PATH = `${API}/voice/conversations`;

export function Conversations() {
  const list = useGet<{ conversations: Conversation[] }>(`${PATH}?page_size=100`);
  const opened = query.value.get("conversation");
  return (
    <Card title={t("conversations")}>
      <Await of={list}>
        {({ conversations }) => (
          <Table
            label={t("conversations")}
            rows={conversations}
            empty={<Empty title={t("no_conversations")} />}
            columns={[
              {
                id: "when",
                label: t("when"),
                cell: ({ id, updated_at }) => (
                  <a href={`/voice?view=chat&conversation=${id}`}>
                    <Time at={updated_at} />
                  </a>
                ),
              },
              {
                id: "turns",
                label: t("turns"),
                end: true,
                cell: (conversation) => number(conversation.turns_count),
                text: (conversation) => conversation.turns_count,
              },
              { id: "language", label: t("language"), cell: ({ language }) => languageName(language) },
              { id: "owner", label: t("owner"), cell: ({ owner }) => <bdi>{owner}</bdi> },
            ]}
          />
        )}
      </Await>
      {opened && <Opened key={opened} id={opened} changed={list.reload} />}
    </Card>
  );
}

function Opened({ id, changed }: { id: string; changed(): void }) {
  const conversation = useGet<WithTurns>(`${PATH}/${id}`);
  const asked = useSignal(false);
  const close = () => setQuery({ conversation: undefined });
  const remove = async () => {
    try {
      await get(`${PATH}/${id}`, { method: "DELETE" });
      close();
      changed();
    } catch (error) {
      toastFailure(error);
    }
  };
  const rights = rightsOf(useGet<Rights>(isManager.value ? undefined : `${PATH}/${id}/rights`));
  return (
    <Dialog title={t("conversation")} open onClose={close} wide>
      <Await of={conversation}>
        {({ turns }) => (
          <ol class="conversation">
            {turns.map(({ id, transcription, response, created_at }) => (
              <li key={id}>
                <small>
                  <Time at={created_at} />
                </small>
                <p class="said" dir="auto">
                  <strong>{transcription}</strong>
                </p>
                <p dir="auto">{response}</p>
              </li>
            ))}
          </ol>
        )}
      </Await>
      {rights.share && (
        <footer>
          <Share
            read={() => get<Sharing>(`${PATH}/${id}/sharing`)}
            write={(json) => get(`${PATH}/${id}/sharing`, { method: "PUT", json })}
          />
          <button type="button" class="secondary" onClick={() => asked.value = true}>
            <Icon name="trash" /> {common("delete")}
          </button>
        </footer>
      )}
      {asked.value && (
        <Confirm
          title={common("delete")}
          text={t("delete_conversation")}
          label={common("delete")}
          act={() => void remove()}
          onClose={() => setTimeout(() => asked.value = false)}
        />
      )}
    </Dialog>
  );
}
