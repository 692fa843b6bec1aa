/** The services that did not answer, above what the others did. */
import { nameOf } from "../../i18n/shared_words.ts";
import { list } from "../../i18n/format.ts";
import { t } from "./words.ts";

export function Unanswered({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return <p class="note warn" role="status">{t("silent", { names: list(names.map(nameOf)) })}</p>;
}
