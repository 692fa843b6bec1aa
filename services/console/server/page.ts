/** The one HTML page, its policy, and the facts it starts with. */
import type { Boot } from "../shared/boot.ts";
import { pageOf, PAGES, publicPageOf, viewOf } from "../shared/pages.ts";
import type { Assets } from "./assets.ts";
import { FONTS } from "./packages.ts";

export interface PageOptions {
  assets: Assets;
  boot: Boot;
  path: string;
  /** The view that the address names. */
  view: string | null;
  theme: string | undefined;
  /** Whether the page is reached by HTTPS. */
  secure: boolean;
}

/** Renders the page as it stands before any script ran. */
export async function page({ assets, boot, path, view, theme, secure }: PageOptions): Promise<Response> {
  const { lang } = boot;
  const entry = pageOf(path) ?? PAGES[0];
  const shown = viewOf(entry, view);
  const open = publicPageOf(path);
  const files = open
    ? ["ui/public_app.tsx", `pages/${open.file}`]
    : boot.user
    ? [entry.file, ...shown ? [shown] : []].map((name) => `pages/${name}`)
    : ["ui/sign_in.tsx"];
  const modules = assets.closure(["browser/main.tsx", ...files.map((file) => `browser/${file}`)]);
  const font = FONTS.find(({ alphabet, weight }) =>
    alphabet === (lang === "ar" ? "arabic" : "latin") && weight === 400
  );
  const themed = theme === "dark" || theme === "light" ? ` data-theme="${theme}"` : "";
  const html = `<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"${themed}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Diwan</title>
<link rel="icon" href="data:image/svg+xml,${ICON}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${font?.address ?? ""}">
<link rel="stylesheet" href="${assets.styles}">
<script type="importmap">${assets.importMap}</script>
${modules.map((address) => `<link rel="modulepreload" href="${address}">`).join("\n")}
<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll("<", "\\u003c")}</script>
<script type="module" src="${assets.address("browser/main.tsx")}"></script>
</head>
<body><div id="app"></div><noscript>Diwan's console needs JavaScript. تحتاج لوحة ديوان إلى جافاسكربت.</noscript></body>
</html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...await pageHeaders(assets, secure),
    },
  });
}

const ICON = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f6b5c"/>` +
    `<path d="M8 9h9a7 7 0 0 1 0 14H8zm4 4v6h5a3 3 0 0 0 0-6z" fill="#fff"/></svg>`,
);

async function pageHeaders(assets: Assets, secure: boolean): Promise<Record<string, string>> {
  const hash = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(assets.importMap)),
  ).toBase64();
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types diwan",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "permissions-policy": "microphone=(self), camera=(), geolocation=()",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...secure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {},
  };
}
