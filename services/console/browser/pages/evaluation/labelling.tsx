/** A person says of the answers of an evaluation, one by one, whether they are right. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { get, type Loaded, send, useGet } from "../../api.ts";
import { user } from "../../boot.ts";
import { percent } from "../../i18n/format.ts";
import { isRtl } from "../../prefs.ts";
import { query, setQuery } from "../../router.ts";
import { Area } from "../../ui/field.tsx";
import { PageHead } from "../../ui/page_head.tsx";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { Agreements } from "./agreement.tsx";
import { Asked } from "./answers.tsx";
import { API, type Result } from "./evaluation.ts";
import { type Item, LABEL_TONES, type LabellingPage, type LabelName, LABELS } from "./label.ts";
import { t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

export function LabellingView({ id }: { id: string }) {
  const result = useGet<Result>(`${API}/results/${id}?limit=0`);
  const chosen = query.value.get("at");
  const page = usePlace(id, Math.max(1, Number(chosen ?? 1) || 1));
  // Without a place in the address it opens at what this person has not labelled yet.
  const open = page.data.value?.page.first_open;
  useEffect(() => {
    if (chosen === null && open !== undefined) setQuery({ at: String((open ?? 0) + 1) }, { replace: true });
  }, [chosen, open]);
  return (
    <>
      <a href={`/evaluation?result=${id}`} class="back">{t("back_to_result")}</a>
      <Await of={result}>
        {(of) => (
          <>
            <PageHead title={t("labelling")} intro={`${benchmarkText(of.benchmark_name)} · ${of.model_id}`} />
            <Await of={page}>
              {({ at, page: shown }) => (
                <>
                  {shown.items[0]
                    ? (
                      <One
                        key={at}
                        id={id}
                        item={shown.items[0]}
                        at={at}
                        total={shown.total}
                        again={page.reload}
                      />
                    )
                    : <Empty title={t("label_nothing")}>{t("label_nothing_words")}</Empty>}
                  <Agreements of={shown} result={of} />
                </>
              )}
            </Await>
          </>
        )}
      </Await>
    </>
  );
}

/** The answer at a place, counted from 1, together with its place: while the next one loads, the last one is still shown. */
function usePlace(id: string, at: number): Loaded<{ at: number; page: LabellingPage }> {
  const data = useSignal<{ at: number; page: LabellingPage } | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const loading = useSignal(false);
  const asked = useSignal(0);
  const turn = asked.value;
  useEffect(() => {
    const stop = new AbortController();
    get<LabellingPage>(`${API}/results/${id}/labels?limit=1&skip=${at - 1}`, { signal: stop.signal }).then(
      (page) => data.value = { at, page },
      (error) => {
        if (stop.signal.aborted) return;
        data.value = undefined;
        failure.value = error;
      },
    );
    return () => stop.abort();
  }, [id, at, turn]);
  return { data, failure, loading, reload: () => asked.value++ };
}

interface OneProps {
  id: string;
  item: Item;
  at: number;
  total: number;
  again(): void;
}

function One({ id, item, at, total, again }: OneProps) {
  const own = item.labels.find(({ labelled_by }) => labelled_by === user.value?.sub);
  const remark = useSignal(own?.remark ?? "");
  const saving = useSignal(false);
  const place = useRef<HTMLElement>(null);
  // Before the next answer is painted: a key pressed at its sight would get lost.
  useLayoutEffect(() => place.current?.focus({ preventScroll: true }), []);
  const go = (to: number) => to >= 1 && to <= total && setQuery({ at: String(to) }, { replace: true });
  const perform = async (work: () => Promise<unknown>, then: () => boolean) => {
    if (saving.value) return;
    saving.value = true;
    try {
      await work();
      saving.value = !then();
    } catch (error) {
      saving.value = false;
      toastFailure(error);
    }
  };
  const stay = () => {
    again();
    return true;
  };
  const say = (label: LabelName) => {
    const json = {
      ...{ question_id: item.question_id, epoch: item.epoch, label },
      ...remark.value.trim() ? { remark: remark.value } : {},
    };
    void perform(() => get(`${API}/results/${id}/labels`, { method: "PUT", json }), () => {
      if (at >= total) return stay();
      // What is typed before the next answer is there belongs to none.
      go(at + 1);
      return false;
    });
  };
  const takeBack = () =>
    void perform(
      () =>
        send(
          `${API}/results/${id}/labels?question_id=${
            encodeURIComponent(item.question_id)
          }&epoch=${item.epoch}`,
          {
            method: "DELETE",
          },
        ),
      stay,
    );
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) {
      if (event.key === "Escape") place.current?.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const label = LABELS[Number(/^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1]) - 1];
    const forward = event.key === (isRtl.value ? "ArrowLeft" : "ArrowRight");
    const back = event.key === (isRtl.value ? "ArrowRight" : "ArrowLeft");
    if (label) say(label);
    else if (forward || back) go(forward ? at + 1 : at - 1);
    else return;
    event.preventDefault();
  };
  return (
    <section
      class="card labelling"
      ref={place}
      tabIndex={0}
      aria-label={t("label_place", { n: at, total })}
      onKeyDown={press}
    >
      <header>
        <h2>{t("label_place", { n: at, total })}</h2>
        <div class="actions">
          <button type="button" class="secondary small" disabled={at <= 1} onClick={() => go(at - 1)}>
            {t("before")}
          </button>
          <button type="button" class="secondary small" disabled={at >= total} onClick={() => go(at + 1)}>
            {t("after")}
          </button>
        </div>
      </header>
      <Asked of={item} />
      <h3>{t("answer")}</h3>
      <div dir="auto" class="answer said-answer">{item.model_response ?? "–"}</div>
      <div class="label-buttons" role="group" aria-label={t("label")}>
        {LABELS.map((label, index) => (
          <button
            key={label}
            type="button"
            class={own?.label === label ? "" : "secondary"}
            aria-pressed={own?.label === label}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => say(label)}
          >
            <kbd>{index + 1}</kbd> {t(label)}
          </button>
        ))}
        {own && <button type="button" class="link" onClick={takeBack}>{t("take_back")}</button>}
      </div>
      <Area
        label={t("remark")}
        rows={2}
        value={remark.value}
        onInput={(value) => remark.value = value}
      />
      <p class="muted">{t("label_keys")}</p>
      {own ? <Others of={item} /> : <p class="muted">{t("hidden_until")}</p>}
    </section>
  );
}

/** The machine's score and what others say, shown once one has said something oneself. */
function Others({ of }: { of: Item }) {
  return (
    <>
      <p>
        {t("machine_says")}{" "}
        <Badge tone={of.machine_score === null ? "calm" : of.machine_score > 0.5 ? "good" : "warn"}>
          {of.machine_score === null ? t("unscored") : percent(of.machine_score)}
        </Badge>{" "}
        {of.explanation && <bdi>{of.explanation}</bdi>}
      </p>
      <ul class="plain-list">
        {of.labels.map(({ labelled_by, label, remark, labelled_at }) => (
          <li key={labelled_by}>
            <bdi>{labelled_by}</bdi> <Badge tone={LABEL_TONES[label]}>{t(label)}</Badge>{" "}
            {remark && <bdi>{remark}</bdi>}{" "}
            <small>
              <Time at={labelled_at} />
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
