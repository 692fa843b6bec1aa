/** The frame of the pages that anyone may read: no rail, no session. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PublicPageEntry } from "../../shared/pages.ts";
import { t } from "../i18n/shared_words.ts";
import type { Page } from "../page.ts";
import { publicPageFiles } from "../pages.ts";
import { lang } from "../prefs.ts";
import { Failure } from "./state.tsx";
import { Toasts } from "./toast.tsx";

export function PublicApp({ entry }: { entry: PublicPageEntry }) {
  const page = useSignal<Page | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const shown = page.value;
  useEffect(() => {
    publicPageFiles[entry.file]?.().then(
      (loaded) => page.value = loaded.page,
      (error) => failure.value = error,
    );
  }, [entry]);
  useEffect(() => {
    if (shown) document.title = `${shown.title()} · ${t("diwan")}`;
  }, [shown, lang.value]);
  return (
    <div class="public">
      <header class="bar">
        <span class="brand">{t("diwan")}</span>
        <span class="space" />
        <button
          type="button"
          class="plain"
          lang={lang.value === "ar" ? "en" : "ar"}
          onClick={() => lang.value = lang.value === "ar" ? "en" : "ar"}
        >
          {t("language")}
        </button>
        {/* With a target the browser loads the console itself, which this frame is not. */}
        <a href="/" target="_self">{t("sign_in")}</a>
      </header>
      <main id="main" tabIndex={-1}>
        {failure.value !== undefined && <Failure error={failure.value} retry={() => location.reload()} />}
        {shown ? shown.view() : failure.value === undefined && <p class="waiting">{t("loading")}</p>}
      </main>
      <Toasts />
    </div>
  );
}
