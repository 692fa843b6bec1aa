/** The bar at the top: menu on small screens, palette, language, preferences, who is signed in. */
import type { Signal } from "@preact/signals";
import { csrf, user } from "../boot.ts";
import { t } from "../i18n/shared_words.ts";
import { type Calendar, calendar, type Digits, digits, lang, type Theme, theme } from "../prefs.ts";
import { Choice } from "./field.tsx";
import { Icon } from "./icons.tsx";
import { paletteOpen } from "./palette.tsx";

export function Bar({ railOpen }: { railOpen: Signal<boolean> }) {
  return (
    <header class="bar">
      <button
        type="button"
        class="plain menu-button"
        aria-label={t("menu")}
        aria-expanded={railOpen.value}
        aria-controls="rail"
        onClick={() => railOpen.value = !railOpen.value}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href="/">{t("diwan")}</a>
      <button type="button" class="search-button" onClick={() => paletteOpen.value = true}>
        <Icon name="search" /> <span>{t("search_everything")}</span> <kbd dir="ltr">Ctrl K</kbd>
      </button>
      <span class="space" />
      <button
        type="button"
        class="plain"
        lang={lang.value === "ar" ? "en" : "ar"}
        onClick={() => lang.value = lang.value === "ar" ? "en" : "ar"}
      >
        {t("language")}
      </button>
      <button type="button" class="plain" popovertarget="preferences">
        <Icon name="person" /> <span class="hidden">{t("preferences")}</span>{" "}
        <bdi class="who">{user.value?.sub}</bdi>
      </button>
      <Preferences />
    </header>
  );
}

function Preferences() {
  const role = user.value?.role ?? "user";
  return (
    <div id="preferences" popover="auto" class="menu preferences">
      <p>
        <strong>
          <bdi>{user.value?.sub}</bdi>
        </strong>
        <small>{t(`role_${role}`)}</small>
      </p>
      <Choice<Theme>
        label={t("theme")}
        value={theme.value}
        options={[
          { value: "system", label: t("theme_system") },
          { value: "light", label: t("theme_light") },
          { value: "dark", label: t("theme_dark") },
        ]}
        onChange={(value) => theme.value = value}
      />
      <Choice<Calendar>
        label={t("calendar")}
        value={calendar.value}
        options={[
          { value: "gregory", label: t("gregorian") },
          { value: "islamic-umalqura", label: t("hijri") },
          { value: "both", label: t("both_calendars") },
        ]}
        onChange={(value) => calendar.value = value}
      />
      {lang.value === "ar" && (
        <Choice<Digits>
          label={t("digits")}
          value={digits.value}
          options={[{ value: "latn", label: t("digits_latn") }, { value: "arab", label: t("digits_arab") }]}
          onChange={(value) => digits.value = value}
        />
      )}
      <button type="button" class="secondary" onClick={signOut}>{t("sign_out")}</button>
    </div>
  );
}

/** Tabs of this browser hear of it. */
export const signOutChannel = new BroadcastChannel("diwan-sign-out");

async function signOut(): Promise<void> {
  await fetch("/sign-out", { method: "POST", headers: { "x-csrf-token": csrf.value } });
  signOutChannel.postMessage("out");
  location.assign("/sign-in");
}
