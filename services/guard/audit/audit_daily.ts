/** The key of a count of events: a day, the kind of finding, and its name. */
import { z } from "zod";
import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { AuditEntry } from "./audit_event.ts";

export const FINDINGS = ["checked", "violating", "blocked", "pii", "safety"] as const;
export type Finding = typeof FINDINGS[number];

export interface DailyCount {
  /** ISO. */
  day: string;
  kind: Finding;
  /** A type of personal data or a category of safety; empty for the others. */
  name: string;
  events: number;
}

/** Events that a text was looked at for. */
const CHECKS: readonly AuditEntry["event_type"][] = [
  ...["evaluation", "safety_check", "proxy_request", "proxy_input_blocked", "pii_detection"] as const,
];
/** A model names categories itself: what it makes up must not fill the table. */
const LONGEST_NAME = 80;
const MOST_NAMES = 40;

const Names = z.array(z.string()).catch([]);
const Details = z.object({
  pii_types: Names,
  categories: Names,
  safety_categories: Names,
}).partial();

/** The counts of some events, sorted, so that two writers never wait for each other in a circle. */
export function dailyCounts(entries: readonly AuditEntry[]): DailyCount[] {
  const counts = new Map<string, DailyCount>();
  for (const entry of entries) {
    const day = entry.created_at.slice(0, 10);
    for (const [kind, name] of findingsOf(entry)) {
      const key = `${day} ${kind} ${name}`;
      const count = counts.get(key) ?? { day, kind, name, events: 0 };
      count.events++;
      counts.set(key, count);
    }
  }
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([, count]) => count);
}

function findingsOf(entry: AuditEntry): [Finding, string][] {
  if (!CHECKS.includes(entry.event_type)) return [];
  const details = detailsOf(entry.details);
  const named = (kind: Finding, names: string[] = []) =>
    [...new Set(names.map((name) => name.slice(0, LONGEST_NAME)))].slice(0, MOST_NAMES)
      .map((name): [Finding, string] => [kind, name]);
  const categories = [...details.safety_categories ?? [], ...details.categories ?? []];
  return [
    ["checked", ""],
    ...entry.violations > 0 ? named("violating", [""]) : [],
    ...entry.action === "block" ? named("blocked", [""]) : [],
    ...named("pii", details.pii_types),
    ...named("safety", categories),
  ];
}

function detailsOf(text: string): z.output<typeof Details> {
  try {
    return Details.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Adds the events to the counts, in the transaction that stores them. */
export async function countInto(tx: TransactionSql, entries: readonly AuditEntry[]): Promise<void> {
  const counts = dailyCounts(entries);
  if (counts.length === 0) return;
  await tx`
    insert into guard.audit_daily
    select * from json_populate_recordset(null::guard.audit_daily, ${JSON.stringify(counts)}::text::json)
    on conflict (day, kind, name) do update set events = audit_daily.events + excluded.events`;
}

/** The counts from a day on; `since` is the first day that was counted at all. */
export async function countsFrom(
  sql: Sql,
  day: string,
): Promise<{ counts: DailyCount[]; since: string | null }> {
  const counts = await sql<DailyCount[]>`
    select day::text as day, kind, name, events from guard.audit_daily
    where day >= ${day}::date order by day, kind, name`;
  const [first] = await sql<{ since: string | null }[]>`
    select min(day)::text as since from guard.audit_daily`;
  return { counts: [...counts], since: first?.since ?? null };
}
