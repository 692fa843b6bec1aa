/** The frameworks, each requirement in English and Arabic side by side. */
import { useGet } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { API, type Framework, type FrameworkDetail } from "./compliance.ts";
import { natureName, t } from "./words.ts";

export function Frameworks() {
  const frameworks = useGet<Framework[]>(`${API}/frameworks?lang=${lang.value}`);
  const opened = query.value.get("framework") ?? "";
  return (
    <>
      <Await of={frameworks}>
        {(all) => (
          <Choice
            label={t("reader")}
            value={opened}
            options={[
              { value: "", label: "–" },
              ...all.map(({ id, name, region }) => ({ value: id, label: `${name} (${region})` })),
            ]}
            onChange={(framework) => setQuery({ framework })}
          />
        )}
      </Await>
      {opened ? <Reader key={opened} id={opened} /> : <Empty title={t("no_framework")} />}
    </>
  );
}

function Reader({ id }: { id: string }) {
  const path = `${API}/frameworks/${encodeURIComponent(id)}`;
  const english = useGet<FrameworkDetail>(`${path}?lang=en`);
  const arabic = useGet<FrameworkDetail>(`${path}?lang=ar`);
  return (
    <Await of={english}>
      {(english) => (
        <Card title={<bdi>{lang.value === "ar" ? arabic.data.value?.name : english.name}</bdi>}>
          <p>
            <Badge>{natureName(english.nature)}</Badge> <bdi>{english.version}</bdi>
          </p>
          <div class="scroll" tabIndex={0} role="region" aria-label={t("requirements")}>
            <table class="side-by-side">
              <thead>
                <tr>
                  <th scope="col">{t("requirement")}</th>
                  <th scope="col" lang="en" dir="ltr">English</th>
                  <th scope="col" lang="ar" dir="rtl">العربية</th>
                </tr>
              </thead>
              <tbody>
                {english.requirements.map((requirement) => {
                  const own = arabic.data.value?.requirements.find(({ id }) => id === requirement.id);
                  return (
                    <tr key={requirement.id}>
                      <th scope="row">
                        <bdi>{requirement.ref}</bdi> <small>{t("weight")} {number(requirement.weight)}</small>
                      </th>
                      <td lang="en" dir="ltr">
                        <strong>{requirement.title}</strong>
                        <p>{requirement.description}</p>
                      </td>
                      <td lang="ar" dir="rtl">
                        <strong>{own?.title}</strong>
                        <p>{own?.description}</p>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <small dir="auto">{lang.value === "ar" ? arabic.data.value?.disclaimer : english.disclaimer}</small>
        </Card>
      )}
    </Await>
  );
}
