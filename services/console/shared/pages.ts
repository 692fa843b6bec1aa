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
  /** The files of its views that come when they are opened, in browser/pages/, the usual view first. */
  views?: Readonly<Record<string, string>>;
}

export const PAGES = [
  { path: "/", file: "home.tsx", forKeys: true },
  {
    path: "/gateway",
    file: "gateway.tsx",
    service: "gateway",
    forKeys: true,
    views: {
      use: "gateway/spending.tsx",
      calls: "gateway/call_list.tsx",
      keys: "gateway/keys.tsx",
      groups: "gateway/groups.tsx",
      models: "gateway/models.tsx",
      playground: "gateway/playground.tsx",
      audit: "gateway/audit.tsx",
    },
  },
  {
    path: "/guard",
    file: "guard.tsx",
    service: "guard",
    views: {
      overview: "guard/overview.tsx",
      trial: "guard/trial.tsx",
      policies: "guard/policies.tsx",
      recognisers: "guard/recognisers.tsx",
      alerts: "guard/alerts.tsx",
      reports: "guard/reports.tsx",
      audit: "guard/trail.tsx",
    },
  },
  { path: "/documents", file: "documents.tsx", service: "documents" },
  { path: "/voice", file: "voice.tsx", service: "voice" },
  { path: "/agents", file: "agents.tsx", service: "agents" },
  { path: "/evaluation", file: "evaluation.tsx", service: "evaluation" },
  { path: "/procurement", file: "procurement.tsx", service: "procurement" },
  { path: "/compliance", file: "compliance.tsx", service: "compliance" },
  {
    path: "/settings",
    file: "settings.tsx",
    forKeys: true,
    views: {
      overview: "settings/overview.tsx",
      effective: "settings/effective.tsx",
      providers: "settings/providers.tsx",
      people: "settings/people.tsx",
      keeping: "settings/keeping.tsx",
      licences: "settings/licences.tsx",
    },
  },
] as const satisfies readonly PageEntry[];

/** A page that anyone may read, without signing in. */
export interface PublicPageEntry {
  path: string;
  /** Its file in browser/pages/. */
  file: string;
}

export const PUBLIC_PAGES = [
  { path: "/verify", file: "public/verify.tsx" },
  { path: "/tenders", file: "public/tenders.tsx" },
] as const satisfies readonly PublicPageEntry[];

/** The public page at `path`. */
export function publicPageOf(path: string): PublicPageEntry | undefined {
  return PUBLIC_PAGES.find((page) => page.path === path);
}

/** The file of the view that an address of a page opens; undefined for a page that brings its views along. */
export function viewOf({ views }: PageEntry, view: string | null): string | undefined {
  const known = Object.entries(views ?? {});
  return (known.find(([id]) => id === view) ?? known[0])?.[1];
}

/** The services in the order of their pages. */
export const SERVICE_ORDER = PAGES.flatMap((page) => "service" in page ? [page.service] : []);

/** The entry whose page shows `path`. */
export function pageOf(path: string): PageEntry | undefined {
  const [, first = ""] = path.split("/");
  return PAGES.find((page) => page.path === `/${first}`);
}
