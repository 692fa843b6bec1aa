/** All pages: their paths, files and who sees them. A new page is one line here and its file in browser/pages/. */

/** A page, or a group of pages under one path. */
export interface PageEntry {
  /** Its first part of the path. */
  path: string;
  /** Its file in browser/pages/. */
  file: string;
  /** The service it shows; none for the console's own. */
  service?: string;
  /** Whether a key of the gateway is enough to see it. */
  forKeys?: boolean;
}

export const PAGES = [
  { path: "/", file: "home.tsx", forKeys: true },
  { path: "/gateway", file: "gateway.tsx", service: "gateway", forKeys: true },
  { path: "/guard", file: "guard.tsx", service: "guard" },
  { path: "/documents", file: "documents.tsx", service: "documents" },
  { path: "/voice", file: "voice.tsx", service: "voice" },
  { path: "/agents", file: "agents.tsx", service: "agents" },
  { path: "/evaluation", file: "evaluation.tsx", service: "evaluation" },
  { path: "/procurement", file: "procurement.tsx", service: "procurement" },
  { path: "/compliance", file: "compliance.tsx", service: "compliance" },
  { path: "/settings", file: "settings.tsx", forKeys: true },
] as const satisfies readonly PageEntry[];

/** The entry whose page shows `path`. */
export function pageOf(path: string): PageEntry | undefined {
  const [, first = ""] = path.split("/");
  return PAGES.find((page) => page.path === `/${first}`);
}
