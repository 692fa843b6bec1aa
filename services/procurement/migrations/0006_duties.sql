-- Who runs a tender, who judges its bids, and who opened them.
alter table tenders
  add column committee jsonb not null default '[]',
  add column coverage_order boolean not null default false,
  add column opened_by text,
  add column award_reason text;

-- Bids that were evaluated under the rules before this one had been opened.
update tenders set opened_at = coalesce(closes_at, updated_at)
where sealed and opened_at is null and status in ('evaluated', 'awarded');

-- Who may bid for a supplier; how a registry elsewhere knows it. Not every supplier has a registration number.
alter table suppliers
  add column owners jsonb not null default '[]',
  add column registration_scheme text,
  add column legal_name text,
  alter column registration_number drop not null,
  alter column registration_key drop not null;

-- The owners of the supplier at the time of the bid, and who admitted a late bid.
alter table bids
  add column bidders jsonb not null default '[]',
  add column admitted_at timestamptz,
  add column admitted_by text,
  add column admission_reason text;

-- Late bids that already counted stay in the running.
update bids set admitted_at = submitted_at, admitted_by = submitted_by,
  admission_reason = 'Counted before admissions were recorded'
where late and tender_id in (select id from tenders where status in ('evaluated', 'awarded'));

-- A late bid waits beside the supplier's current one until it is admitted.
drop index bids_current;
create unique index bids_current on bids (tender_id, supplier_id)
  where not superseded and (not late or admitted_at is not null);
create unique index bids_waiting on bids (tender_id, supplier_id)
  where not superseded and late and admitted_at is null;

-- The role in which a finding was made: a manager's is not overwritten by the committee.
alter table requirement_findings add column found_as text not null default 'user';
