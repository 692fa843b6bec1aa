/** A picture for a prompt, chosen by the page's own words: a bare field speaks the browser's language. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./words.ts";

const LARGEST_BYTES = 5_000_000;

/** `onChange` gets the picture as a data URL, or nothing when it is taken away. */
export function ImagePick({ chosen, onChange }: { chosen: boolean; onChange(url: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const name = useSignal("");
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_BYTES) return toast(() => t("image_large"), { kind: "failed" });
    name.value = file.name;
    onChange(await dataUrl(file));
  };
  return (
    <div class="field">
      <span>{t("image")}</span>
      <div class="actions">
        <button type="button" class="secondary small" onClick={() => input.current?.click()}>
          <Icon name="upload" /> {t("image_choose")}
        </button>
        {chosen && (
          <>
            <bdi>{name.value}</bdi>
            <button type="button" class="secondary small" onClick={() => onChange("")}>
              {t("image_remove")}
            </button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("image")}
        accept="image/*"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

async function dataUrl(file: File): Promise<string> {
  const reader = new FileReader();
  const { promise, resolve } = Promise.withResolvers<void>();
  reader.onload = () => resolve();
  reader.readAsDataURL(file);
  await promise;
  return String(reader.result);
}
