/** The page of the documents service. */
import { nameOf } from "../i18n/common.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { ServiceCard } from "../ui/service_head.tsx";

export const page: Page = {
  title: () => nameOf("documents"),
  view: () => (
    <>
      <PageHead title={nameOf("documents")} service="documents" />
      <ServiceCard name="documents" />
    </>
  ),
};
