/** The questions on prohibited practices and high-risk uses, which a certificate under the EU AI Act needs answered. */
import type { Signal } from "@preact/signals";
import { Choice } from "../../ui/field.tsx";
import { practiceName, t } from "./words.ts";

/** The framework that needs the answers. */
export const SCREENED_FRAMEWORK = "eu-ai-act";

const QUESTIONS = [
  "manipulation",
  "exploited_weakness",
  "social_scoring",
  "crime_prediction",
  "face_scraping",
  "emotion_recognition",
  "biometric_categorisation",
  "remote_identification",
  "intimate_pictures",
  "annex_iii",
] as const;
const ANSWERS = ["", "no", "yes"] as const;

export type Answers = Record<string, typeof ANSWERS[number]>;

/** A choice for each question; whoever assesses gives each answer, so none is taken from an earlier assessment. */
export function Screening({ answers }: { answers: Signal<Answers> }) {
  const said = { "": t("no_answer"), no: t("answer_no"), yes: t("answer_yes") };
  return (
    <fieldset>
      <legend>{t("screening")}</legend>
      <small>{t("screening_help")}</small>
      <div class="form-row">
        {QUESTIONS.map((question) => (
          <Choice
            key={question}
            label={practiceName(question)}
            value={answers.value[question] ?? ""}
            options={ANSWERS.map((value) => ({ value, label: said[value] }))}
            onChange={(answer) => answers.value = { ...answers.value, [question]: answer }}
          />
        ))}
      </div>
    </fieldset>
  );
}
