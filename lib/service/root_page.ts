/** A service's `/` page: its name, with links to its documentation, its health and the console. */
import { createHash } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Env } from "hono";
import { accepts } from "hono/accepts";
import { isIP } from "node:net";
import { VERSION } from "lib/service/version.ts";

/** Where people find the console. */
export interface ConsolePlace {
  /** Its port, on the host by which the caller reached the service, if that host is local. */
  port: number;
  /** Its address, when it has a name. */
  publicUrl?: string;
}

const STYLE = ":root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;" +
  "margin:12vh auto;padding:0 1rem}h1{margin-block-end:0}ul{padding-inline-start:1.25rem}";

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

const WORDS = {
  en: {
    console: "Console: all services, for people",
    docs: "Documentation: try the interface",
    redoc: "Documentation: read it",
    openapi: "The interface as an OpenAPI document",
    health: "Health",
    version: "Version",
  },
  ar: {
    console: "لوحة التحكم: جميع الخدمات للمستخدمين",
    docs: "التوثيق: جرّب الواجهة",
    redoc: "التوثيق: اقرأ الواجهة",
    openapi: "الواجهة بصيغة OpenAPI",
    health: "حالة الخدمة",
    version: "الإصدار",
  },
};
type Language = keyof typeof WORDS;

// Relative, so that they hold behind a proxy that adds a path.
const LINKS = { docs: "docs", redoc: "redoc", openapi: "openapi.json", health: "health" };

/** Serves `/` to anyone: a page for browsers, in Arabic or English, and JSON for programs. */
export function mountRootPage<E extends Env>(
  app: OpenAPIHono<E>,
  { title, description, consolePlace }: {
    title: string;
    description: string;
    /** Where the console is; without it the page has no link to one. */
    consolePlace?: ConsolePlace;
  },
): void {
  app.get("/", (c) => {
    const address = consolePlace && consoleAddress(consolePlace, new URL(c.req.url));
    const links = { ...address ? { console: address } : {}, ...LINKS };
    c.header("vary", "Accept, Accept-Language");
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "text/html"],
      default: "application/json",
    });
    if (type !== "text/html") return c.json({ product: title, version: VERSION, description, links });
    c.header("content-security-policy", POLICY);
    return c.html(page(languageOf(c), { title, description, links }));
  });
}

/** The reader's language: Arabic when the browser prefers it to English. */
function languageOf(c: Context): Language {
  const match = (asked: { type: string; q: number }[]) => {
    const known = asked.flatMap(({ type, q }) => {
      const language = /^(ar|en)(-|$)/i.exec(type)?.[1]?.toLowerCase();
      return language && q > 0 ? [{ language, q }] : [];
    });
    return known.toSorted((a, b) => b.q - a.q)[0]?.language ?? "en";
  };
  const language = accepts(c, { header: "Accept-Language", supports: ["en", "ar"], default: "en", match });
  return language === "ar" ? "ar" : "en";
}

/**
 * The console's address: the configured one, else its port on the same host if that is local, an IP address
 * or a bare name.
 */
function consoleAddress({ port, publicUrl }: ConsolePlace, { hostname }: URL): string | undefined {
  if (publicUrl) return publicUrl;
  const isOwn = !hostname.includes(".") || isIP(hostname) !== 0;
  return isOwn ? `http://${hostname}:${port}/` : undefined;
}

function page(
  language: Language,
  { title, description, links }: { title: string; description: string; links: Record<string, string> },
): string {
  const words: Record<string, string> = WORDS[language];
  const items = Object.entries(links)
    .map(([name, address]) => `<li><a href="${escaped(address)}">${escaped(words[name] ?? name)}</a></li>`);
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head>` +
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${
      escaped(title)
    }</title>` +
    `<style>${STYLE}</style></head><body><main><h1><bdi>${escaped(title)}</bdi></h1>` +
    `<p lang="en" dir="ltr">${escaped(description)}</p><ul>${items.join("")}</ul>` +
    `<p><small>${words.version} <bdi>${VERSION}</bdi></small></p></main></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
