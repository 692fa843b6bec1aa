/** The router: path and query are signals, and every view has its own address. */
import { signal } from "@preact/signals";

export const path = signal(location.pathname);
export const query = signal(new URLSearchParams(location.search));

function arrived(): void {
  path.value = location.pathname;
  query.value = new URLSearchParams(location.search);
}

/** Goes to another page or view; `replace` leaves no step for the back button. */
export function navigate(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrived();
}

/** Changes parts of the query; an empty value takes a part out. */
export function setQuery(
  parts: Record<string, string | undefined>,
  options: { replace?: boolean } = {},
): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  navigate(`${location.pathname}${text ? `?${text}` : ""}`, options);
}

addEventListener("popstate", arrived);
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) {
    return;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|auth|app|npm)\//.test(link.pathname) || link.hash && link.pathname === location.pathname) {
    return;
  }
  event.preventDefault();
  navigate(link.pathname + link.search);
});
