/** Many documents read again: started from the list's filters, with its progress and a way to stop it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { DOCS, UNSURE } from "./document.ts";
import { t } from "./keeping_words.ts";
import { arrivals } from "./uploads.ts";

const STEPS = ["ocr", "classify", "extract", "validate"] as const;
type Step = typeof STEPS[number];

const LOOK_MS = 5_000;

export function ReadAgain({ review }: { review: boolean }) {
  const isOpen = useSignal(false);
  const from = useSignal<Step>("ocr");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const json = { filter: filterOf(review), from: from.value };
      const { id } = await get<{ id: string }>(`${DOCS}/documents/reprocess`, { method: "POST", json });
      isOpen.value = false;
      setQuery({ reprocessing: id });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <button type="button" class="secondary" onClick={() => isOpen.value = true}>
        <Icon name="refresh" /> {t("again")}
      </button>
      <Dialog title={t("again")} open={isOpen.value} onClose={() => isOpen.value = false}>
        <form onSubmit={(event) => void submit(event)}>
          <p>{t("again_words")}</p>
          <Choice<Step>
            label={t("from")}
            value={from.value}
            options={STEPS.map((value) => ({ value, label: t(value) }))}
            onChange={(value) => from.value = value}
          />
          <footer>
            <button type="button" class="secondary" onClick={() => isOpen.value = false}>
              {common("cancel")}
            </button>
            <button type="submit">{t("start")}</button>
          </footer>
        </form>
      </Dialog>
    </>
  );
}

/** The list's filters, as the service takes them. */
function filterOf(review: boolean) {
  const value = (name: string) => query.value.get(name)?.trim() || undefined;
  return {
    search: value("search"),
    status: value("status"),
    document_type: value("document_type"),
    tag: value("tag"),
    confidence_below: review ? UNSURE : undefined,
  };
}

interface Reprocessing {
  total: number;
  waiting: number;
  working: number;
  done: number;
  failed: number;
  failures: { document_id: string; failure: string }[];
  canceled_at: string | null;
}

export function Progress({ id }: { id: string }) {
  const over = useSignal(false);
  const path = `${DOCS}/reprocessings/${id}`;
  const state = useGet<Reprocessing>(path, over.value ? {} : { everyMs: LOOK_MS });
  const now = state.data.value;
  const ended = now !== undefined && now.waiting + now.working === 0;
  useEffect(() => {
    if (!ended) return;
    over.value = true;
    // The list has changed.
    arrivals.value++;
  }, [ended]);
  const stop = async () => {
    try {
      await get(`${path}/cancel`, { method: "POST" });
      state.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Card
      title={t("progress")}
      actions={over.value
        ? (
          <button type="button" class="secondary small" onClick={() => setQuery({ reprocessing: undefined })}>
            {common("close")}
          </button>
        )
        : (
          <button type="button" class="secondary small" onClick={() => void stop()}>
            <Icon name="stop" /> {common("cancel")}
          </button>
        )}
    >
      <Await of={state}>{(of) => <Figures of={of} over={over.value} />}</Await>
    </Card>
  );
}

function Figures(
  { of: { total, done, failed, failures, canceled_at }, over }: { of: Reprocessing; over: boolean },
) {
  return (
    <div role="status">
      <progress value={done + failed} max={Math.max(1, total)} aria-label={t("progress")} />
      <p>
        {t("progress_of", { done, total })}{" "}
        {failed > 0 && <Badge tone="bad">{t("failed_of", { n: failed })}</Badge>}{" "}
        {over && <Badge tone={canceled_at ? "warn" : "good"}>{t(canceled_at ? "stopped" : "finished")}
        </Badge>}
      </p>
      <ul class="plain-list">
        {failures.map(({ document_id, failure }) => (
          <li key={document_id}>
            <a href={`/documents?document=${document_id}`}>
              <bdi>{failure}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
