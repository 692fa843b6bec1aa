/** Addresses that are told of events, with the log of what was sent to each. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { More, useList } from "../../ui/list.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { type EventName, eventName, EVENTS, type Webhook, WEBHOOKS } from "./webhook.ts";
import { Deliveries } from "./webhook_deliveries.tsx";
import { t } from "./webhook_words.ts";

export function Webhooks() {
  const list = useList<Webhook>(`${WEBHOOKS}?limit=100`);
  const making = useSignal(false);
  const secret = useSignal<string | undefined>(undefined);
  const opened = useSignal<Webhook | undefined>(undefined);
  const removed = useSignal<Webhook | undefined>(undefined);
  const remove = async ({ id }: Webhook) => {
    try {
      await get(`${WEBHOOKS}/${id}`, { method: "DELETE" });
      list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const made = (shown: string) => {
    making.value = false;
    secret.value = shown;
    list.reload();
  };
  return (
    <Card
      title={t("webhooks")}
      actions={
        <button type="button" class="small" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new")}
        </button>
      }
    >
      <Await of={list}>
        {(rows) => (
          <Table
            label={t("webhooks")}
            rows={rows}
            empty={<Empty title={t("none")}>{t("none_words")}</Empty>}
            columns={columns({
              open: (webhook) => opened.value = webhook,
              remove: (webhook) => removed.value = webhook,
            })}
          />
        )}
      </Await>
      <More of={list} />
      {making.value && <NewWebhook made={made} onClose={() => making.value = false} />}
      {secret.value !== undefined && (
        <Dialog
          title={t("secret")}
          open
          onClose={() => secret.value = undefined}
        >
          <p>{t("secret_words")}</p>
          <Secret value={secret.value} label={t("secret")} />
        </Dialog>
      )}
      {opened.value && <Deliveries of={opened.value} onClose={() => opened.value = undefined} />}
      {removed.value && (
        <Confirm
          title={common("delete")}
          text={t("delete_words", { url: removed.value.url })}
          label={common("delete")}
          act={() => removed.value && void remove(removed.value)}
          onClose={() => setTimeout(() => removed.value = undefined)}
        />
      )}
    </Card>
  );
}

async function tryOut({ id }: Webhook): Promise<void> {
  try {
    const { success, error, status_code } = await get<
      { success: boolean; error: string | null; status_code: number }
    >(`${WEBHOOKS}/${id}/test`, { method: "POST" });
    toast(() => success ? t("test_good", { status: status_code }) : t("test_bad", { reason: error ?? "" }));
  } catch (error) {
    toastFailure(error);
  }
}

function columns(
  { open, remove }: { open(webhook: Webhook): void; remove(webhook: Webhook): void },
): Column<Webhook>[] {
  return [
    { id: "url", label: t("url"), cell: ({ url }) => <Code>{url}</Code> },
    {
      id: "events",
      label: t("events"),
      cell: ({ events }) => (
        <span class="actions">{events.map((name) => <Badge key={name}>{eventName(name)}</Badge>)}</span>
      ),
    },
    {
      id: "status",
      label: common("status"),
      cell: ({ is_active, disabled_reason, failing_since }) => (
        <>
          <Badge tone={!is_active ? "bad" : failing_since ? "warn" : "good"}>
            {t(!is_active ? "disabled" : failing_since ? "failing" : "works")}
          </Badge>
          {disabled_reason && <small lang="en">{disabled_reason}</small>}
        </>
      ),
    },
    {
      id: "acts",
      label: t("acts"),
      cell: (webhook) => (
        <span class="actions">
          <button type="button" class="secondary small" onClick={() => void tryOut(webhook)}>
            {t("test")}
          </button>
          <button type="button" class="secondary small" onClick={() => open(webhook)}>{t("log")}</button>
          <button
            type="button"
            class="plain"
            aria-label={`${common("delete")} ${webhook.url}`}
            onClick={() => remove(webhook)}
          >
            <Icon name="trash" />
          </button>
        </span>
      ),
    },
  ];
}

function NewWebhook({ made, onClose }: { made(secret: string): void; onClose(): void }) {
  const url = useSignal("");
  const events = useSignal<EventName[]>(["alert_triggered"]);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const json = { url: url.value, events: events.value };
      const { secret } = await get<{ secret: string }>(WEBHOOKS, { method: "POST", json });
      made(secret);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={t("new")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label={t("url")}
          type="url"
          dir="ltr"
          required
          placeholder="https://"
          value={url.value}
          onInput={(value) => url.value = value}
        />
        <fieldset>
          <legend>{t("events")}</legend>
          {EVENTS.map((name) => (
            <Check
              key={name}
              label={eventName(name)}
              checked={events.value.includes(name)}
              onChange={(on) => {
                const others = events.value.filter((event) => event !== name);
                events.value = on ? [...others, name] : others;
              }}
            />
          ))}
        </fieldset>
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" disabled={events.value.length === 0}>{common("create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
