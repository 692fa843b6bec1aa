/** The certificates: whether each still holds, its file, and taking it back. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { More, useList } from "../../ui/list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Area } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API } from "./compliance.ts";
import { Score } from "./systems.tsx";
import { t } from "./words.ts";

interface Certificate {
  certificate_id: string;
  system_name: string;
  issued_to: string;
  overall_score: number;
  level: "certified" | "conditional";
  valid_until: string;
  state: "valid" | "expired" | "revoked" | "superseded";
}

const TONES = { valid: "good", expired: "warn", revoked: "bad", superseded: "calm" } as const;

export function Certificates() {
  const certificates = useList<Certificate>(`${API}/certificates?limit=100`);
  const doomed = useSignal<string | undefined>(undefined);
  const verify = async (id: string) => {
    try {
      const { valid, reason } = await get<{ valid: boolean; reason: string | null }>(
        `${API}/certificates/${id}/verify`,
      );
      if (valid) toast(() => t("verified", { id }));
      else toast(() => t("not_valid", { id, reason: reason ?? "" }), { kind: "failed" });
    } catch (error) {
      toastFailure(error);
    }
  };
  const acts = ({ certificate_id, state }: Certificate) => (
    <span class="actions">
      <button type="button" class="secondary small" onClick={() => void verify(certificate_id)}>
        {t("verify")}
      </button>
      <a
        role="button"
        class="secondary small"
        download
        href={`/api${API}/certificates/${certificate_id}/pdf`}
      >
        <Icon name="download" /> PDF
      </a>
      <a
        role="button"
        class="secondary small"
        href={`/verify?certificate=${certificate_id}`}
        target="_blank"
      >
        <Icon name="link" /> {t("public_page")}
      </a>
      {isManager.value && state === "valid" && (
        <button
          type="button"
          class="secondary small"
          onClick={() => doomed.value = certificate_id}
        >
          {t("revoke")}
        </button>
      )}
    </span>
  );
  return (
    <Card title={t("certificates")}>
      <Await of={certificates}>
        {(rows) => (
          <Table
            label={t("certificates")}
            rows={rows}
            empty={<Empty title={t("no_certificates")}>{t("no_certificates_words")}</Empty>}
            columns={[
              { id: "system", label: t("system_name"), cell: ({ system_name }) => <bdi>{system_name}</bdi> },
              { id: "to", label: t("issued_to"), cell: ({ issued_to }) => <bdi>{issued_to}</bdi> },
              { id: "level", label: t("level"), cell: ({ level }) => t(level) },
              {
                id: "score",
                label: t("score"),
                end: true,
                cell: ({ overall_score }) => <Score value={overall_score} />,
                text: ({ overall_score }) => overall_score,
              },
              {
                id: "state",
                label: common("status"),
                cell: ({ state }) => <Badge tone={TONES[state]}>{t(state)}</Badge>,
              },
              { id: "until", label: t("valid_until"), cell: ({ valid_until }) => <Time at={valid_until} /> },
              {
                id: "id",
                label: t("id"),
                hidden: true,
                cell: ({ certificate_id }) => <Code>{certificate_id}</Code>,
              },
              { id: "acts", label: t("verify"), cell: acts },
            ]}
          />
        )}
      </Await>
      <More of={certificates} />
      {doomed.value && (
        <Revoke
          id={doomed.value}
          onClose={() => doomed.value = undefined}
          done={certificates.reload}
        />
      )}
    </Card>
  );
}

function Revoke({ id, onClose, done }: { id: string; onClose(): void; done(): void }) {
  const reason = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await get(`${API}/certificates/${id}/revoke`, { method: "POST", json: { reason: reason.value } });
      onClose();
    } catch (error) {
      toastFailure(error);
    }
    done();
  };
  return (
    <Dialog title={t("revoke")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Area label={t("reason")} required value={reason.value} onInput={(text) => reason.value = text} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" class="danger">{t("revoke")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
