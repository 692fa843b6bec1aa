/** A value to copy: a new key, a command. */
import { t } from "../i18n/shared_words.ts";
import { Icon } from "./icons.tsx";
import { toast, toastFailure } from "./toast.tsx";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(() => t("copied"));
  } catch (error) {
    toastFailure(error);
  }
}

export function Secret({ value, label }: { value: string; label: string }) {
  return (
    <div class="secret">
      <input
        readonly
        dir="ltr"
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copyText(value)}>
        <Icon name="copy" /> {t("copy")}
      </button>
    </div>
  );
}
