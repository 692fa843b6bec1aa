/** The tenders by state, newest first, each with its clock. */
import { fieldOfWork } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { money, number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge } from "../../ui/state.tsx";
import { Clock } from "./clock.tsx";
import { API, STATES, type Tender, type TenderState, TONES } from "./procurement.ts";
import { OcdsImport, t as say } from "./ocds_import.tsx";
import { TenderList } from "./tender_list.tsx";
import { TenderForm } from "./tender_form.tsx";
import { t } from "./words.ts";

const SHOWN = 20;
const LOOK_MS = 30_000;

export function Board() {
  const making = useSignal(false);
  const importing = useSignal(false);
  const made = useSignal(0);
  const search = query.value.get("search") ?? "";
  const only = STATES.find((state) => state === query.value.get("status"));
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          type="search"
          value={search}
          onInput={(value) => setQuery({ search: value }, { replace: true })}
        />
        <span class="space" />
        {only && <a href="/procurement">{t("back")}</a>}
        <a role="button" class="secondary" href="/tenders" target="_blank">
          <Icon name="link" /> {t("public_list")}
        </a>
        {isManager.value && (
          <button type="button" class="secondary" onClick={() => importing.value = true}>
            {say("import_ocds")}
          </button>
        )}
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_tender")}
        </button>
      </div>
      {only && <TenderList key={made.value} state={only} search={search.trim()} />}
      {!only && (
        <div class="board">
          {STATES.map((state) => (
            <Column key={`${state} ${made.value}`} state={state} search={search.trim()} />
          ))}
        </div>
      )}
      {importing.value && <OcdsImport onClose={() => importing.value = false} done={() => made.value++} />}
      {making.value && (
        <TenderForm
          onClose={() => making.value = false}
          done={() => made.value++}
        />
      )}
    </>
  );
}

function Column({ state, search }: { state: TenderState; search: string }) {
  const words = search ? `&search=${encodeURIComponent(search)}` : "";
  const list = useGet<{ tenders: Tender[]; total: number }>(
    `${API}/tenders?status=${state}&page_size=${SHOWN}${words}`,
    { everyMs: LOOK_MS },
  );
  const total = list.data.value?.total;
  return (
    <section class="column" aria-label={t(state)}>
      <h2>
        <a href={`/procurement?status=${state}`}>
          <Badge tone={TONES[state]}>{t(state)}</Badge>
        </a>{" "}
        {total !== undefined && <small>{number(total)}</small>}
      </h2>
      <Await of={list}>
        {({ tenders, total }) => (
          <ul class="plain-list">
            {tenders.map((tender) => <Card key={tender.id} of={tender} />)}
            {tenders.length === 0 && <li class="muted">{t("no_tenders")}</li>}
            {total > tenders.length && (
              <li>
                <a href={`/procurement?status=${state}`}>{t("more", { n: total - tenders.length })}</a>
              </li>
            )}
          </ul>
        )}
      </Await>
    </section>
  );
}

function Card({ of }: { of: Tender }) {
  return (
    <li class="ticket">
      <a href={`/procurement?tender=${of.id}`}>
        <bdi>{of.title}</bdi>
      </a>
      <small>
        <bdi>{fieldOfWork(of.category)}</bdi>
        {of.budget_max > 0 && ` · ${money(of.budget_max, of.currency)}`}
      </small>
      <Clock of={of} />
      <small>{of.bid_count === null ? t("sealed") : t("bids_n", { n: of.bid_count })}</small>
    </li>
  );
}
