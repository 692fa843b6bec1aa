/** The page of the voice service. */
import { nameOf } from "../i18n/common.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { ServiceCard } from "../ui/service_head.tsx";

export const page: Page = {
  title: () => nameOf("voice"),
  view: () => (
    <>
      <PageHead title={nameOf("voice")} service="voice" />
      <ServiceCard name="voice" />
    </>
  ),
};
