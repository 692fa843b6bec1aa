/** Procurement: the board of tenders, one tender, suppliers, reports. */
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { Board } from "./procurement/board.tsx";
import { Reports } from "./procurement/reports.tsx";
import { Suppliers } from "./procurement/suppliers.tsx";
import { TenderPage } from "./procurement/tender.tsx";
import { t } from "./procurement/words.ts";

const VIEWS = { board: Board, suppliers: Suppliers, reports: Reports };
const tabs = () => (["board", "suppliers", "reports"] as const).map((id) => ({ id, label: t(id) }));

export const page: Page = {
  title: () => nameOf("procurement"),
  view: () => <Procurement />,
  commands: () =>
    tabs().map(({ id, label }) => ({
      label,
      hint: nameOf("procurement"),
      address: `/procurement?view=${id}`,
    })),
};

function Procurement() {
  const opened = query.value.get("tender");
  if (opened) return <TenderPage key={opened} id={opened} />;
  const current = currentTab(tabs());
  const View = Object.entries(VIEWS).find(([id]) => id === current)?.[1];
  return (
    <>
      <PageHead title={nameOf("procurement")} service="procurement" />
      <Tabs tabs={tabs()} label={t("views")} />
      {View && <View />}
    </>
  );
}
