/** The messages that were sent to a webhook, and the way to send one again. */
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { eventName, type Webhook, WEBHOOKS } from "./webhook.ts";
import { t } from "./webhook_words.ts";

interface Delivery {
  id: string;
  event_type: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  status_code: number | null;
  error: string | null;
  created_at: string;
  next_attempt_at: string | null;
}

const TONES = { pending: "warn", delivered: "good", failed: "bad" } as const;

export function Deliveries({ of: { id, url, is_active }, onClose }: { of: Webhook; onClose(): void }) {
  const path = `${WEBHOOKS}/${id}/deliveries`;
  const list = useGet<Delivery[]>(`${path}?limit=100`, { everyMs: 10_000 });
  const resend = async (delivery: Delivery) => {
    try {
      await get(`${path}/${delivery.id}/resend`, { method: "POST" });
      list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const acts = (delivery: Delivery) =>
    delivery.status !== "pending" && is_active && (
      <button
        type="button"
        class="secondary small"
        onClick={() => void resend(delivery)}
      >
        {t("resend")}
      </button>
    );
  return (
    <Dialog title={t("log")} open onClose={onClose} wide>
      <p>
        <Code>{url}</Code>
      </p>
      <Await of={list}>
        {(rows) => (
          <Table
            label={t("log")}
            rows={rows}
            empty={<Empty title={t("no_deliveries")} />}
            columns={[
              { id: "when", label: t("when"), cell: ({ created_at }) => <Time at={created_at} /> },
              { id: "event", label: t("event"), cell: ({ event_type }) => eventName(event_type) },
              {
                id: "status",
                label: common("status"),
                cell: ({ status, error }) => (
                  <>
                    <Badge tone={TONES[status]}>{t(status)}</Badge>
                    {error && <small lang="en">{error}</small>}
                  </>
                ),
              },
              { id: "answer", label: t("answer"), end: true, cell: ({ status_code }) => status_code ?? "–" },
              {
                id: "attempts",
                label: t("attempts"),
                end: true,
                cell: (delivery) => number(delivery.attempts),
                text: (delivery) => delivery.attempts,
              },
              {
                id: "next",
                label: t("next"),
                cell: ({ next_attempt_at }) => next_attempt_at ? <Time at={next_attempt_at} /> : "–",
              },
              { id: "acts", label: t("resend"), cell: acts },
            ]}
          />
        )}
      </Await>
    </Dialog>
  );
}
