import type { Sql } from "lib/database/db.ts";
import { fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { audit } from "../audit_store.ts";
import type { BidRead } from "./ocds_bids_reading.ts";
import { type KnownProcess, localAward, type LocalBid, type Outcome, outcomeOf } from "./ocds_outcome.ts";
import type { ReleaseRead, TenderRead } from "./ocds_reading.ts";
import { type OcdsImport, supplierId } from "./ocds_suppliers_store.ts";
import { lockTender, standingOf } from "../tenders/tenders_store.ts";

export interface Imported {
  ocid: string;
  release_id: string;
  tender_id: string | null;
  outcome: Outcome;
  notes: string[];
}

export interface OcdsImportStore {
  /** Stores all releases or none; releases that were imported before are skipped. */
  keep(releases: ReleaseRead[], actor: string): Promise<Imported[]>;
}

export function ocdsImportStore(
  sql: Sql,
  { ocidPrefix, now = Date.now }: { ocidPrefix: string; now?: () => number },
): OcdsImportStore {
  return {
    async keep(releases, actor) {
      return await sql.begin(async (tx) => {
        // The lock serialises imports, so that no package is imported twice concurrently.
        await tx`select pg_advisory_xact_lock(hashtext('diwan:procurement:ocds'))`;
        const work = { tx, actor, time: new Date(now()) };
        const imported: Imported[] = [];
        for (const release of releases) imported.push(await keepOne(work, release, ocidPrefix));
        return imported;
      });
    },
  };
}

async function keepOne(work: OcdsImport, release: ReleaseRead, ocidPrefix: string): Promise<Imported> {
  const { tx, actor, time } = work;
  const { ocid, release_id } = release;
  const [before] = await tx<{ tender_id: string | null }[]>`
    select tender_id from procurement.ocds_releases where ocid = ${ocid} and release_id = ${release_id}`;
  if (before) return { ocid, release_id, tender_id: before.tender_id, outcome: "already", notes: [] };
  const { outcome, tender_id, notes } = await applied(work, release, ocidPrefix);
  await tx`insert into procurement.ocds_releases ${
    tx({ ocid, release_id, tender_id, outcome, imported_by: actor, imported_at: time })
  }`;
  return { ocid, release_id, tender_id, outcome, notes: [...release.notes, ...notes] };
}

type Applied = Pick<Imported, "outcome" | "tender_id" | "notes">;

async function applied(work: OcdsImport, release: ReleaseRead, ocidPrefix: string): Promise<Applied> {
  const own = await ownTender(work, release.ocid, ocidPrefix);
  const known = own === undefined ? await knownProcess(work, release.ocid) : undefined;
  const outcome = outcomeOf(release, { own, known });
  const there = own ?? known?.tender_id ?? null;
  if (outcome === "own" || outcome === "kept" && !known?.removed) {
    return await awardedHere(work, release, { outcome, tender_id: there, notes: [] });
  }
  if (outcome !== "created" && outcome !== "updated") return { outcome, tender_id: there, notes: [] };
  const tender_id = there ?? uuidv7();
  if (outcome === "updated") await updateTender(work, tender_id, release);
  else if (release.tender) await insertTender(work, tender_id, { ...release, tender: release.tender });
  const bids: string[] = [];
  for (const [index, bid] of winnerLast(release)) bids[index] = await keepBid(work, tender_id, bid);
  if (bids.length > 0) await openImported(work, tender_id, release.released_at);
  const { award } = release;
  if (award) {
    await keepAward(work, tender_id, { bid_id: bids[award.bid] ?? null, awarded_at: award.awarded_at });
  }
  return { outcome, tender_id, notes: [] };
}

/** Stores the award of a process whose tender is local if the rules allow it, else adds a note. */
async function awardedHere(work: OcdsImport, release: ReleaseRead, kept: Applied): Promise<Applied> {
  const { tx, actor, time } = work;
  const { award } = release;
  const { tender_id } = kept;
  if (!award || tender_id === null) return kept;
  const standing = await standingOf(tx, tender_id, { now: time.getTime(), lock: true });
  if (!standing) return kept;
  const local = await tx<LocalBid[]>`
    select b.id, s.registration_key, b.disqualified_reason is not null as disqualified
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
    where b.tender_id = ${tender_id} and not b.superseded and (not b.late or b.admitted_at is not null)`;
  const bidder = standing.bidders.includes(actor);
  const decided = localAward(release, { tender: standing.tender, local, bidder });
  if (!decided) return kept;
  if ("note" in decided) return { ...kept, notes: [decided.note] };
  await keepAward(work, tender_id, { bid_id: decided.bid_id, awarded_at: award.awarded_at });
  return { ...kept, outcome: "awarded" };
}

/** The bids of an imported process are public, so its tender counts as opened. */
async function openImported({ tx, actor }: OcdsImport, tender_id: string, at: string): Promise<void> {
  await tx`update procurement.tenders set opened_at = ${at}, opened_by = ${actor}
    where id = ${tender_id} and sealed and opened_at is null`;
}

/** The winning bid is its supplier's current one, even if the supplier bid later on another lot. */
function winnerLast({ bids, award }: ReleaseRead): [number, BidRead][] {
  const won = ([index]: [number, BidRead]) => Number(index === award?.bid);
  return [...bids.entries()].sort((a, b) => won(a) - won(b));
}

/** The local tender that an ocid names. */
async function ownTender({ tx }: OcdsImport, ocid: string, prefix: string): Promise<string | undefined> {
  if (!ocid.startsWith(`${prefix}-`)) return undefined;
  const [own] = await tx<{ id: string }[]>`
    select id from procurement.tenders t where id::text = ${ocid.slice(prefix.length + 1)}
    and not exists (select 1 from procurement.ocds_processes p where p.tender_id = t.id)`;
  return own?.id;
}

async function knownProcess({ tx }: OcdsImport, ocid: string): Promise<KnownProcess | undefined> {
  const [process] = await tx<{ tender_id: string }[]>`
    select tender_id from procurement.ocds_processes where ocid = ${ocid}`;
  if (!process) return undefined;
  await lockTender(tx, process.tender_id);
  const [known] = await tx<KnownProcess[]>`
    select p.tender_id, p.released_at, t.deleted_at is not null as removed,
      exists (select 1 from procurement.evaluations e where e.tender_id = t.id)
      or exists (select 1 from procurement.bids b join procurement.evaluator_scores s on s.bid_id = b.id
        where b.tender_id = t.id)
      or exists (select 1 from procurement.bids b join procurement.requirement_findings f on f.bid_id = b.id
        where b.tender_id = t.id)
      or exists (select 1 from procurement.bids b join procurement.audit_events a on a.resource_id = b.id
        where b.tender_id = t.id and a.action in ('submit', 'disqualify', 'admit'))
      or exists (select 1 from procurement.audit_events a where a.resource_id = t.id and a.action in ('update', 'award'))
        as worked_on
    from procurement.ocds_processes p join procurement.tenders t on t.id = p.tender_id
    where p.ocid = ${ocid}`;
  return known;
}

function columns({ tx, time }: OcdsImport, tender: TenderRead) {
  return {
    ...tender,
    title_folded: fold(tender.title),
    description_folded: fold(tender.description),
    requirements: tx.json(tender.requirements),
    evaluation_criteria: tx.json(tender.evaluation_criteria),
    committee: tx.json(tender.committee),
    closes_at: tender.deadline,
    updated_at: time,
  };
}

async function insertTender(
  work: OcdsImport,
  id: string,
  release: ReleaseRead & { tender: TenderRead },
): Promise<void> {
  const { tx, actor } = work;
  const { ocid, released_at, source, tender, release_id } = release;
  await tx`insert into procurement.tenders ${tx({ ...columns(work, tender), id, created_by: actor })}`;
  await tx`insert into procurement.ocds_processes ${
    tx({ ocid, tender_id: id, released_at, source: tx.json(jsonColumn(source)) })
  }`;
  const after = { ...tender, ocid, release_id };
  await audit(tx, { actor, action: "import", resource: "tender", resource_id: id, after });
}

async function updateTender(work: OcdsImport, id: string, release: ReleaseRead): Promise<void> {
  const { tx, actor } = work;
  const { ocid, released_at, source, tender, release_id } = release;
  const [before] =
    await tx`select title, description, category, budget_min, budget_max, currency, deadline, requirements,
    evaluation_criteria, sealed, status from procurement.tenders where id = ${id}`;
  if (tender) await tx`update procurement.tenders set ${tx(columns(work, tender))} where id = ${id}`;
  await tx`update procurement.ocds_processes set released_at = ${released_at}
    ${tender ? tx`, source = ${tx.json(jsonColumn(source))}` : tx``} where ocid = ${ocid}`;
  const after = { ...tender, ocid, release_id };
  await audit(tx, { actor, action: "import", resource: "tender", resource_id: id, before, after });
}

async function keepBid(work: OcdsImport, tender_id: string, read: BidRead): Promise<string> {
  const { tx, actor } = work;
  const { supplier, source_id, ...bid } = read;
  const supplier_id = await supplierId(work, supplier);
  if (source_id === undefined) {
    const [current] = await tx<{ id: string }[]>`
      select id from procurement.bids
      where tender_id = ${tender_id} and supplier_id = ${supplier_id} and not superseded`;
    if (current) return current.id;
  }
  const same = { ...bid, qualifications: tx.json(bid.qualifications) };
  // The publisher has already decided whether a late bid counts.
  const admission = bid.late
    ? {
      admitted_at: work.time,
      admitted_by: actor,
      admission_reason: "Counted by the publisher of the process",
    }
    : {};
  const [there] = await tx<{ id: string }[]>`
    select id from procurement.bids where tender_id = ${tender_id} and supplier_id = ${supplier_id} and not superseded
      and amount = ${bid.amount} and proposal = ${bid.proposal} and submitted_at = ${bid.submitted_at}
      and delivery_days is not distinct from ${bid.delivery_days} and qualifications = ${same.qualifications}
      and disqualified_reason is not distinct from ${bid.disqualified_reason}`;
  if (there) return there.id;
  const [earlier] = await tx<{ id: string; version: number }[]>`
    update procurement.bids set superseded = true
    where tender_id = ${tender_id} and supplier_id = ${supplier_id} and not superseded returning id, version`;
  const id = uuidv7();
  const version = (earlier?.version ?? 0) + 1;
  await tx`insert into procurement.bids ${
    tx({
      ...same,
      ...admission,
      id,
      tender_id,
      supplier_id,
      version,
      replaces: earlier?.id ?? null,
      submitted_by: actor,
    })
  }`;
  await tx`update procurement.bids set listed = capabilities || certifications
    from procurement.suppliers s where s.id = supplier_id and bids.id = ${id}`;
  const after = { supplier_id, version, late: bid.late, disqualified_reason: bid.disqualified_reason };
  await audit(tx, { actor, action: "import", resource: "bid", resource_id: id, after });
  return id;
}

async function keepAward(
  { tx, actor, time }: OcdsImport,
  tender_id: string,
  { bid_id, awarded_at }: { bid_id: string | null; awarded_at: string },
): Promise<void> {
  const [before] = await tx<{ awarded_bid_id: string | null }[]>`
    select awarded_bid_id from procurement.tenders where id = ${tender_id}`;
  if (before?.awarded_bid_id === bid_id) return;
  await tx`update procurement.tenders set status = 'awarded', awarded_bid_id = ${bid_id}, updated_at = ${time}
    where id = ${tender_id}`;
  await tx`delete from procurement.supplier_records where tender_id = ${tender_id} and kind = 'award'`;
  await tx`insert into procurement.supplier_records (id, supplier_id, tender_id, kind, note, recorded_by, recorded_at)
    select ${uuidv7()}, supplier_id, ${tender_id}, 'award', '', ${actor}, ${awarded_at}
    from procurement.bids where id = ${bid_id}`;
  const resource = { resource: "tender" as const, resource_id: tender_id };
  await audit(tx, { actor, action: "import_award", ...resource, before, after: { bid_id } });
}
