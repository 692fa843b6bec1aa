/** Settings. */
import { nameOf } from "../i18n/common.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";

export const page: Page = {
  title: () => nameOf("settings"),
  view: () => <PageHead title={nameOf("settings")} />,
};
