/**
 * Settings: the signed-in user, and the running services with missing dependencies and the settings that add
 * them.
 */
import { expires, user } from "../boot.ts";
import { nameOf, t as common } from "../i18n/common.ts";
import { dateTime } from "../i18n/format.ts";
import { words } from "../i18n/words.ts";
import { services } from "../live.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page_head.tsx";
import { ServiceCard } from "../ui/service_head.tsx";
import { Card, Stat, Stats } from "../ui/state.tsx";

const t = words({
  intro: [
    "The services as they run now, and what each of them lacks.",
    "الخدمات كما تعمل الآن، وما ينقص كلًّا منها.",
  ],
  me: ["Signed in", "الجلسة الحالية"],
  person: ["Person", "الشخص"],
  role: ["Role", "الدور"],
  until: ["Until", "حتى"],
});

export const page: Page = {
  title: () => nameOf("settings"),
  view: () => <Settings />,
};

function Settings() {
  const role = user.value?.role ?? "user";
  return (
    <>
      <PageHead title={nameOf("settings")} intro={t("intro")} />
      <Card title={t("me")}>
        <Stats>
          <Stat label={t("person")} value={user.value?.sub} />
          <Stat label={t("role")} value={common(`role_${role}`)} />
          <Stat label={t("until")} value={dateTime(expires.value * 1000)} />
        </Stats>
      </Card>
      <div class="cards">
        {(services.value ?? []).map(({ name }) => <ServiceCard key={name} name={name} />)}
      </div>
    </>
  );
}
