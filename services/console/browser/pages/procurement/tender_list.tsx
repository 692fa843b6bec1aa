/** All tenders of one state, however many. */
import { useMemo } from "preact/hooks";
import { get } from "../../api.ts";
import { money, number } from "../../i18n/format.ts";
import { fieldOfWork } from "../../i18n/service_words.ts";
import { navigate } from "../../router.ts";
import { Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { Clock } from "./clock.tsx";
import { API, type Tender, type TenderState } from "./procurement.ts";
import { t } from "./words.ts";

const LOOK_MS = 30_000;

export function TenderList({ state, search }: { state: TenderState; search: string }) {
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const words = search ? `&search=${encodeURIComponent(search)}` : "";
    const { tenders, total } = await get<{ tenders: Tender[]; total: number }>(
      `${API}/tenders?status=${state}&page=${offset / limit + 1}&page_size=${limit}${words}`,
      { signal },
    );
    return { rows: tenders, total };
  }, [state, search]);
  return (
    <LongTable
      name="tenders"
      label={t(state)}
      columns={columns()}
      load={load}
      everyMs={LOOK_MS}
      empty={<Empty title={t("no_tenders")} />}
      onOpen={({ id }) => navigate(`/procurement?tender=${id}`)}
    />
  );
}

function columns(): Column<Tender>[] {
  return [
    {
      id: "title",
      label: t("title"),
      cell: ({ id, title }) => (
        <a href={`/procurement?tender=${id}`}>
          <bdi>{title}</bdi>
        </a>
      ),
      text: ({ title }) => title,
    },
    { id: "category", label: t("category"), cell: ({ category }) => <bdi>{fieldOfWork(category)}</bdi> },
    {
      id: "budget",
      label: t("budget"),
      end: true,
      cell: ({ budget_max, currency }) => budget_max > 0 ? money(budget_max, currency) : "–",
      text: ({ budget_max }) => budget_max > 0 ? budget_max : null,
    },
    {
      id: "deadline",
      label: t("deadline"),
      cell: (tender) => <Clock of={tender} />,
      text: ({ closes_at }) => closes_at,
    },
    {
      id: "bids",
      label: t("bids"),
      end: true,
      cell: ({ bid_count }) => bid_count === null ? t("sealed") : number(bid_count),
      text: ({ bid_count }) => bid_count,
    },
    { id: "when", label: t("when"), cell: ({ created_at }) => <Time at={created_at} />, hidden: true },
  ];
}
