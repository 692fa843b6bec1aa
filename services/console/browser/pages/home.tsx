/** Home. */
import { nameOf, t } from "../i18n/common.ts";
import { services } from "../live.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { ServiceCard } from "../ui/service_head.tsx";

export const page: Page = {
  title: () => nameOf("home"),
  view: () => <Home />,
};

function Home() {
  return (
    <>
      <PageHead title={t("home")} />
      <div class="cards">
        {(services.value ?? []).map(({ name }) => <ServiceCard key={name} name={name} />)}
      </div>
    </>
  );
}
