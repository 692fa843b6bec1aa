/** The list of pages at the side. */
import type { Signal } from "@preact/signals";
import type { PageEntry } from "../../shared/pages.ts";
import { nameOf, t } from "../i18n/shared_words.ts";
import { services } from "../live.ts";
import { path } from "../router.ts";
import { Icon, isIconName } from "./icons.tsx";

export function Rail({ pages, open }: { pages: PageEntry[]; open: Signal<boolean> }) {
  const first = `/${path.value.split("/")[1] ?? ""}`;
  return (
    <nav class={`rail ${open.value ? "open" : ""}`} id="rail" aria-label={t("services")}>
      <ul>
        {pages.map((page) => {
          const place = page.path.slice(1) || "home";
          const state = services.value?.find(({ name }) => name === page.service)?.status;
          const ill = state !== undefined && state !== "ok";
          return (
            <li key={page.path}>
              <a
                href={page.path}
                aria-current={page.path === first ? "page" : undefined}
                onClick={() => open.value = false}
              >
                {isIconName(place) && <Icon name={place} />}
                <span>{nameOf(place)}</span>
                {ill && <span class={`dot ${state}`} role="img" aria-label={t(state)} />}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
