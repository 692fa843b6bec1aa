/** The pages that the bench of the books asks. */
import { daysBefore } from "./costs_bench_records.ts";

/** The path of a page, in a database of some records up to `now`. */
export type PagePath = (database: { rows: number; now: number }) => string;

/** `path` since about 30 days ago, at a time of the day that takes the most hourly sums and single records. */
function ofMonth(path: string): PagePath {
  const sign = path.includes("?") ? "&" : "?";
  return ({ now }) => `${path}${sign}start_time=${daysBefore(now, 30.5).slice(0, 10)}T12:30:00.000Z`;
}

/** `path` since some days ago. */
function since(days: number, path: string): PagePath {
  return ({ now }) => `${path}&start_time=${daysBefore(now, days)}`;
}

/** The page of `path` that begins with the record at a share of all of them. */
function downTo(share: number, path: string): PagePath {
  return ({ rows }) => `${path}page=${Math.floor(rows * share / 50) + 1}`;
}

const at = (path: string): PagePath => () => path;

/** The pages of the table in BENCHMARKS.md. */
const FILTERED = {
  "/costs, page 1": at("/costs"),
  "/costs of a tenant": at("/costs?tenant_id=tenant-7"),
  "/costs of a model": at("/costs?model=model-3"),
  "/costs of a rare model": at("/costs?model=rare"),
  "/costs of a provider, 30 days": ofMonth("/costs?provider=provider-1"),
  "/costs of a tenant and model": at("/costs?tenant_id=tenant-7&model=model-3"),
  "/costs of a team": at("/costs?team_id=team-7"),
  "/costs, dearest first": at("/costs?sort_by=cost_usd"),
  "/costs, unpriced": at("/costs?unpriced=true"),
  "/costs, a page in the middle": downTo(1 / 2, "/costs?"),
  "/costs/summary, 30 days": ofMonth("/costs/summary"),
  "/costs/summary of a tenant, 30 days": ofMonth("/costs/summary?tenant_id=tenant-7"),
  "/costs/summary of a model, 30 days": ofMonth("/costs/summary?model=model-3"),
  "/costs/summary of a provider, 30 days": ofMonth("/costs/summary?provider=provider-1"),
  "/costs/summary of a team, 30 days": ofMonth("/costs/summary?team_id=team-7"),
  "/costs/summary, all time": at("/costs/summary"),
  "/logs/events, page 1": at("/logs/events"),
  "/logs/events of an actor": at("/logs/events?actor=key:tenant-7"),
  "/logs/events of a provider": at("/logs/events?provider=provider-1"),
  "/logs/events that failed": at("/logs/events?outcome=failure"),
  "/logs/events of a rare model": at("/logs/events?model=rare"),
  "/logs/events, a page in the middle": downTo(1 / 2, "/logs/events?"),
  "/logs/stats": at("/logs/stats"),
  "/logs/stats, 30 days": at("/logs/stats?hours=720"),
};

const FILTERS = [
  "tenant_id=tenant-7",
  "model=model-3",
  "model=rare",
  "model=retired",
  "provider=provider-1",
  "team_id=team-7",
  "customer_id=customer-7",
  "unpriced=true",
];
const SORTS = ["cost_usd", "total_tokens", "model", "provider", "tenant_id"];
const EVENTS = [
  "actor=key:tenant-7",
  "action=model_request",
  "action=rate_limited",
  "outcome=failure",
  "outcome=blocked",
  "resource=/v1/embeddings",
  "resource=virtual_key:7",
  "provider=provider-3",
  "model=model-3",
  "model=rare",
];

/** Every pair of `parts` of different names. */
function pairs(parts: readonly string[]): string[] {
  const nameOf = (part: string) => part.slice(0, part.indexOf("="));
  return parts.flatMap((first, n) =>
    parts.slice(n + 1).filter((second) => nameOf(second) !== nameOf(first)).map((second) =>
      `${first}&${second}`
    )
  );
}

function named(
  paths: readonly string[],
  of: (path: string) => PagePath = at,
  words = "",
): Record<string, PagePath> {
  return Object.fromEntries(paths.map((path) => [`${path}${words}`, of(path)]));
}

const ORDERED = FILTERS.flatMap((filter) => SORTS.map((sort) => `/costs?${filter}&sort_by=${sort}`));

/** All other combinations, with BENCH_ALL. */
const COMBINED = {
  ...named([...FILTERS, ...pairs(FILTERS)].map((filter) => `/costs?${filter}`)),
  ...named(SORTS.flatMap((sort) => [`/costs?sort_by=${sort}`, `/costs?sort_by=${sort}&sort_dir=asc`])),
  ...named(ORDERED),
  ...named(ORDERED.map((path) => `${path}&sort_dir=asc`)),
  ...named(
    ["timestamp", ...SORTS].map((sort) => `/costs?sort_by=${sort}`),
    (path) => since(1 / 24, path),
    ", an hour",
  ),
  ...named(
    ["timestamp", ...SORTS].map((sort) => `/costs?sort_by=${sort}&`),
    (path) => downTo(1 / 20, path),
    ", 1/20 down",
  ),
  ...named(
    ["timestamp", ...SORTS].map((sort) => `/costs?model=model-3&sort_by=${sort}&`),
    (path) => downTo(1 / 40, path),
    ", 1/40 down",
  ),
  ...named(
    ["timestamp", ...SORTS].map((sort) => `/costs?tenant_id=tenant-7&sort_by=${sort}&`),
    (path) => downTo(1 / 400, path),
    ", 1/400 down",
  ),
  ...named(["/costs?request_id=request-7", "/costs?limit=500", "/costs?sort_dir=asc"]),
  ...named(
    [...FILTERS.slice(0, 7), ...pairs(FILTERS.slice(0, 7))].map((filter) => `/costs/summary?${filter}`),
  ),
  ...named(
    [...FILTERS.slice(0, 7), ...pairs(FILTERS.slice(0, 7))].map((filter) => `/costs/summary?${filter}`),
    ofMonth,
    ", 30 days",
  ),
  ...named([...EVENTS, ...pairs(EVENTS)].map((filter) => `/logs/events?${filter}`)),
  ...named([
    "/logs/events?actor=key:tenant-7&model=model-3&outcome=failure",
    "/logs/events?request_id=request-7",
  ]),
  ...named(["/logs/events?search=chat", "/logs/events?search=chat&actor=key:tenant-7"]),
  ...named(EVENTS.map((filter) => `/logs/events?${filter}`), (path) => since(1, path), ", a day"),
  ...named(
    EVENTS.map((filter) => `/logs/events?${filter}&`),
    (path) => downTo(1 / 400, path),
    ", 1/400 down",
  ),
};

/** The pages to ask; all of them with `BENCH_ALL`. */
export const PAGES: Record<string, PagePath> = Deno.env.get("BENCH_ALL") === undefined
  ? FILTERED
  : { ...FILTERED, ...COMBINED };
