/** The documents: uploads, the review queue, and a single document with its values on the page. */
import { useEffect } from "preact/hooks";
import { isManager } from "../boot.ts";
import { nameOf } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { query } from "../router.ts";
import { PageHead } from "../ui/page_head.tsx";
import { currentTab, Tabs } from "../ui/tabs.tsx";
import { Deletions } from "./documents/deletions.tsx";
import { UploadArea } from "./documents/upload_area.tsx";
import { t as say } from "./documents/keeping_words.ts";
import { List } from "./documents/list.tsx";
import { readOwnTypes } from "./documents/own_names.ts";
import { t as types } from "./documents/types/type_words.ts";
import { Types } from "./documents/types/types.tsx";
import { Viewer } from "./documents/viewer.tsx";
import { t } from "./documents/words.ts";

const tabs = () => [
  { id: "list", label: t("list") },
  { id: "review", label: t("review") },
  ...isManager.value
    ? [{ id: "types", label: types("types") }, { id: "deletions", label: say("deletions") }]
    : [],
];

export const page: Page = {
  title: () => nameOf("documents"),
  view: () => <Documents />,
  commands: () => [{ label: t("review"), hint: nameOf("documents"), address: "/documents?view=review" }],
};

function Documents() {
  useEffect(() => void readOwnTypes(), []);
  const opened = query.value.get("document");
  if (opened) return <Viewer key={opened} id={opened} />;
  const view = currentTab(tabs());
  return (
    <>
      <PageHead title={nameOf("documents")} intro={t("intro")} service="documents" />
      <Tabs tabs={tabs()} label={t("views")} />
      {view === "list" && <UploadArea />}
      {view === "types" && <Types />}
      {view === "deletions" && <Deletions />}
      {(view === "list" || view === "review") && <List review={view === "review"} />}
    </>
  );
}
