/** The first steps of a new installation; each ticks itself off, and all of them go away when all are done. */
import { useGet } from "../../api.ts";
import { services } from "../../live.ts";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/state.tsx";
import { t } from "./words.ts";

interface Total {
  total: number;
}

export function FirstSteps() {
  const calls = useGet<{ total_requests: number }>("/gateway/costs/summary");
  const keys = useGet<Total>("/gateway/governance/virtual-keys?limit=1");
  const policies = useGet<unknown[]>("/guard/api/v1/policies?limit=1");
  const documents = useGet<Total>("/documents/api/v1/docs/documents?page_size=1");
  const gateway = services.value?.find(({ name }) => name === "gateway");
  const steps = [
    {
      id: "provider",
      done: gateway?.dependencies.providers?.status === "ok",
      address: "/gateway?view=models",
    },
    { id: "call", done: (calls.data.value?.total_requests ?? 0) > 0, address: "/gateway?view=playground" },
    { id: "key", done: (keys.data.value?.total ?? 0) > 0, address: "/gateway?view=keys" },
    { id: "policy", done: (policies.data.value?.length ?? 0) > 0, address: "/guard?view=policies" },
    { id: "document", done: (documents.data.value?.total ?? 0) > 0, address: "/documents" },
  ] as const;
  const done = steps.filter((step) => step.done).length;
  const asked = [calls, keys, policies, documents];
  const known = gateway !== undefined && asked.every(({ loading }) => !loading.value);
  if (!known || done === steps.length) return null;
  return (
    <Card title={t("first_steps")} actions={<small>{t("steps_done", { done, all: steps.length })}</small>}>
      <ol class="steps">
        {steps.map(({ id, done, address }) => (
          <li key={id} class={done ? "done" : ""}>
            <span class="tick">{done && <Icon name="check" />}</span>
            <span>
              {done ? <s>{t(`step_${id}`)}</s> : <a href={address}>{t(`step_${id}`)}</a>}
              <small>{t(`step_${id}_words`)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
