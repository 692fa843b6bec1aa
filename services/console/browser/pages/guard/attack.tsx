/** Whether a text attacks the model, with the signs of it: words and forms, without a model. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { Choice } from "../../ui/field.tsx";
import { Badge, Card, Meter } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { GUARD } from "./guard.ts";
import { Marked } from "./marked.tsx";
import { t } from "./trial_words.ts";

const ORIGINS = ["input", "tool", "document"] as const;
type Origin = typeof ORIGINS[number];

interface Injection {
  injection: boolean;
  score: number;
  signs: { family: string; explanation: string; start: number; end: number }[];
}

export function Attack({ text }: { text: string }) {
  const place = useSignal<Origin>("input");
  const result = useSignal<(Injection & { text: string }) | undefined>(undefined);
  useEffect(() => void (result.value = undefined), [text, place.value]);
  const detect = async () => {
    try {
      const json = { text, place: place.value };
      result.value = { text, ...await get<Injection>(`${GUARD}/injection/detect`, { method: "POST", json }) };
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Card class="attack" title={t("attack")}>
      <div class="filters">
        <Choice<Origin>
          label={t("origin")}
          value={place.value}
          options={ORIGINS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => place.value = value}
        />
        <button type="button" class="secondary" disabled={!text.trim()} onClick={() => void detect()}>
          {t("look_for_attack")}
        </button>
      </div>
      {result.value && <Found of={result.value} />}
    </Card>
  );
}

function Found({ of: { text, injection, score, signs } }: { of: Injection & { text: string } }) {
  return (
    <div role="status">
      <p>
        <Badge tone={injection ? "bad" : "good"}>{t(injection ? "is_attack" : "no_attack")}</Badge>{" "}
        <bdi>{percent(score)}</bdi>
      </p>
      <Meter value={score} max={1} label={t("attack")} />
      {signs.length > 0 && (
        <>
          <p class="answer" dir="auto">
            <Marked text={text} places={signs.map((sign) => ({ ...sign, label: sign.explanation }))} />
          </p>
          <ul class="plain-list">
            {signs.map(({ family, explanation, start }) => (
              <li key={`${family} ${start}`}>
                <Badge>{family}</Badge> <bdi lang="en">{explanation}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
