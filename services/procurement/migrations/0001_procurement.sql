create table tenders (
  id uuid primary key,
  title text not null,
  title_folded text not null,
  description text not null,
  description_folded text not null,
  category text not null,
  budget_min numeric not null,
  budget_max numeric not null,
  currency text not null,
  deadline text,
  closes_at timestamptz,
  requirements jsonb not null,
  evaluation_criteria jsonb not null,
  sealed boolean not null,
  status text not null,
  awarded_bid_id uuid,
  opened_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index tenders_newest on tenders (created_at desc, id) where deleted_at is null;
create index tenders_category on tenders (category, created_at desc, id) where deleted_at is null;
create index tenders_status on tenders (status, created_at desc, id) where deleted_at is null;

create table suppliers (
  id uuid primary key,
  name text not null,
  name_folded text not null,
  registration_number text not null,
  registration_key text not null unique,
  category text not null,
  contact_email text,
  contact_phone text,
  capabilities jsonb not null,
  certifications jsonb not null,
  score numeric,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index suppliers_newest on suppliers (created_at desc, id);
create index suppliers_category on suppliers (category, created_at desc, id);
create index suppliers_score on suppliers (score) where score is not null;

create table bids (
  id uuid primary key,
  tender_id uuid not null references tenders (id),
  supplier_id uuid not null references suppliers (id),
  amount numeric not null,
  proposal text not null,
  delivery_days integer,
  qualifications jsonb not null,
  version integer not null,
  replaces uuid references bids (id),
  superseded boolean not null default false,
  late boolean not null,
  disqualified_reason text,
  submitted_by text not null,
  submitted_at timestamptz not null
);
create unique index bids_current on bids (tender_id, supplier_id) where not superseded;
create unique index bids_versions on bids (tender_id, supplier_id, version);
create index bids_supplier on bids (supplier_id);

-- What an evaluator thinks a bid is worth under a criterion.
create table evaluator_scores (
  bid_id uuid not null references bids (id),
  criterion text not null,
  evaluator text not null,
  score numeric not null check (score between 0 and 100),
  comment text not null,
  scored_at timestamptz not null,
  primary key (bid_id, criterion, evaluator)
);

-- What a person found about a requirement, which wins over the text match.
create table requirement_findings (
  bid_id uuid not null references bids (id),
  requirement integer not null,
  status text not null,
  evidence text not null,
  found_by text not null,
  found_at timestamptz not null,
  primary key (bid_id, requirement)
);

create table evaluations (
  id uuid primary key,
  tender_id uuid not null references tenders (id),
  version integer not null,
  inputs jsonb not null,
  inputs_sha256 text not null,
  result jsonb not null,
  evaluated_by text not null,
  evaluated_at timestamptz not null,
  unique (tender_id, version)
);

create table supplier_records (
  id uuid primary key,
  supplier_id uuid not null references suppliers (id),
  tender_id uuid references tenders (id),
  kind text not null,
  note text not null,
  recorded_by text not null,
  recorded_at timestamptz not null
);
create index supplier_records_supplier on supplier_records (supplier_id, recorded_at);

create table reports (
  id uuid primary key,
  tender_id uuid not null references tenders (id),
  report_type text not null,
  content jsonb not null,
  filename text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index reports_newest on reports (created_at desc, id);

create table audit_events (
  id uuid primary key,
  actor text not null,
  action text not null,
  resource text not null,
  resource_id uuid not null,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index audit_events_resource on audit_events (resource_id, at);
