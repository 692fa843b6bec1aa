/** The language that is spoken; by itself, the model finds it out. */
import { Choice } from "../../ui/field.tsx";
import { t } from "./words.ts";

export type Spoken = "" | "ar" | "en";

export function Language({ value, onChange }: { value: Spoken; onChange(value: Spoken): void }) {
  return (
    <Choice<Spoken>
      label={t("spoken")}
      value={value}
      options={[
        { value: "", label: t("detect") },
        { value: "ar", label: t("ar") },
        { value: "en", label: t("en") },
      ]}
      onChange={onChange}
    />
  );
}
