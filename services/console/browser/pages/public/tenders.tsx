/** The tenders that take bids, for anyone, where the installation publishes them. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { ApiFailure, get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { money, percent } from "../../i18n/format.ts";
import { fieldOfWork } from "../../i18n/service_words.ts";
import { words } from "../../i18n/words.ts";
import type { Page } from "../../page.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { criterionName } from "../procurement/words.ts";

const t = words({
  title: ["Open tenders", "المناقصات المفتوحة"],
  intro: [
    "All tenders that take bids now. Sign in to submit one.",
    "كل المناقصات التي تستقبل العطاءات الآن. سجّل الدخول لتقديم عطاء.",
  ],
  subject: ["Subject", "الموضوع"],
  category: ["Field", "المجال"],
  budget: ["Budget", "الميزانية"],
  published: ["Published", "نُشرت"],
  closes: ["Bids until", "تُستقبل العطاءات حتى"],
  no_deadline: ["No deadline", "بلا موعد نهائي"],
  requirements: ["Requirements", "المتطلبات"],
  criteria: ["Criteria and weights", "المعايير والأوزان"],
  sealed: ["Bids stay sealed until they are opened.", "تبقى العطاءات مختومة إلى أن تُفتح."],
  none: ["No tender takes bids now", "لا مناقصات تستقبل العطاءات الآن"],
  none_words: ["New ones appear here when they are published.", "تظهر هنا المناقصات الجديدة عند نشرها."],
  no_match: ["No open tender matches", "لا مناقصة مفتوحة مطابقة"],
  not_published: ["This installation publishes no list of tenders", "لا تُنشر هنا قائمة مناقصات"],
  not_published_words: [
    "Its operator can publish the open ones with the setting PUBLIC_TENDERS.",
    "يستطيع من يشغّلها نشر المفتوحة منها بالإعداد \u2066PUBLIC_TENDERS\u2069.",
  ],
});

interface PublicTender {
  id: string;
  title: string;
  description: string;
  category: string;
  budget_max: number;
  currency: string;
  requirements: string[];
  evaluation_criteria: Record<string, number>;
  sealed: boolean;
  closes_at: string | null;
  created_at: string;
}

export const page: Page = { title: () => t("title"), view: () => <OpenTenders /> };

function OpenTenders() {
  const search = query.value.get("search")?.trim() ?? "";
  const opened = useSignal<PublicTender | undefined>(undefined);
  const isPublished = useSignal(true);
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const words = search ? `&search=${encodeURIComponent(search)}` : "";
    try {
      const { tenders, total } = await get<{ tenders: PublicTender[]; total: number }>(
        `/procurement/api/v1/public/tenders?page=${offset / limit + 1}&page_size=${limit}${words}`,
        { signal },
      );
      return { rows: tenders, total };
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      isPublished.value = false;
      return { rows: [], total: 0 };
    }
  }, [search]);
  return (
    <>
      <h1>{t("title")}</h1>
      {isPublished.value
        ? (
          <>
            <p class="muted">{t("intro")}</p>
            <div class="filters">
              <Field
                label={common("search")}
                type="search"
                value={query.value.get("search") ?? ""}
                onInput={(value) => setQuery({ search: value }, { replace: true })}
              />
            </div>
            <LongTable
              name="open-tenders"
              label={t("title")}
              columns={columns((tender) => opened.value = tender)}
              load={load}
              empty={<Empty title={t(search ? "no_match" : "none")}>{!search && t("none_words")}</Empty>}
              onOpen={(tender) => opened.value = tender}
            />
          </>
        )
        : <Empty title={t("not_published")}>{t("not_published_words")}</Empty>}
      {opened.value && <Details of={opened.value} onClose={() => opened.value = undefined} />}
    </>
  );
}

function columns(open: (tender: PublicTender) => void): Column<PublicTender>[] {
  return [
    {
      id: "title",
      label: t("subject"),
      cell: (tender) => (
        <button type="button" class="link" onClick={() => open(tender)}>
          <bdi>{tender.title}</bdi>
        </button>
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
      id: "closes",
      label: t("closes"),
      cell: ({ closes_at }) => closes_at ? <Time at={closes_at} /> : t("no_deadline"),
      text: ({ closes_at }) => closes_at,
    },
    { id: "published", label: t("published"), cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function Details({ of, onClose }: { of: PublicTender; onClose(): void }) {
  const criteria = Object.entries(of.evaluation_criteria);
  return (
    <Dialog title={of.title} open onClose={onClose} wide>
      <p dir="auto">{of.description}</p>
      <p>
        {t("closes")}: {of.closes_at ? <Time at={of.closes_at} /> : t("no_deadline")}
      </p>
      {of.requirements.length > 0 && (
        <>
          <h3>{t("requirements")}</h3>
          <ul>{of.requirements.map((text) => <li key={text} dir="auto">{text}</li>)}</ul>
        </>
      )}
      {criteria.length > 0 && (
        <>
          <h3>{t("criteria")}</h3>
          <ul>
            {criteria.map(([name, weight]) => (
              <li key={name}>
                <bdi>{criterionName(name)}</bdi> {percent(weight)}
              </li>
            ))}
          </ul>
        </>
      )}
      {of.sealed && <p class="muted">{t("sealed")}</p>}
    </Dialog>
  );
}
