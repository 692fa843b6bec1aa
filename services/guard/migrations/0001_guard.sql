create table policies (
  id text primary key,
  name text not null unique,
  description text not null default '',
  rule_type text not null,
  rule_config text not null,
  action text not null,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index policies_newest on policies (created_at desc, id);

-- One row that every process looks at to see that its compiled policies are of yesterday.
create table policy_revision (one boolean primary key default true check (one), revision bigint not null);
insert into policy_revision (revision) values (1);

create table audit_events (
  seq bigint primary key,
  id text not null unique,
  event_type text not null,
  severity text not null,
  user_id text,
  subject text not null,
  model text,
  action text,
  request_id text,
  violations integer not null default 0,
  pii_entities integer not null default 0,
  safety_blocked boolean not null default false,
  content_hash text,
  content_snippet text,
  details text not null,
  created_at timestamptz not null,
  previous_hash text not null,
  hash text not null
);
create index audit_newest on audit_events (created_at desc, seq desc);
create index audit_by_type on audit_events (event_type, created_at desc);
create index audit_by_severity on audit_events (severity, created_at desc);
create index audit_by_user on audit_events (user_id, created_at desc);
create index audit_by_subject on audit_events (subject, created_at desc);
create index audit_violations on audit_events (created_at) where violations > 0;
create index audit_pii on audit_events (created_at) where pii_entities > 0;
create index audit_safety on audit_events (created_at) where safety_blocked;
create index audit_critical on audit_events (created_at) where severity = 'critical';

-- The end of the chain; its lock puts the writers of several processes in order. `anchor` is what the oldest
-- event still kept was chained to.
create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash text not null,
  anchor_seq bigint not null,
  anchor_hash text not null
);
insert into audit_head (seq, hash, anchor_seq, anchor_hash) values (0, repeat('0', 64), 0, repeat('0', 64));

create table telemetry_events (
  id text primary key,
  event_type text not null,
  product text not null,
  model text,
  user_id text,
  latency_ms double precision,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  total_tokens bigint not null,
  cost_usd double precision not null,
  failed boolean not null,
  counted boolean not null,
  content_snippet text,
  severity text not null,
  metadata text,
  created_at timestamptz not null
);
create index telemetry_newest on telemetry_events (created_at desc);
create index telemetry_critical on telemetry_events (created_at) where severity = 'critical';

create table usage_daily (
  day date not null,
  model text not null,
  requests bigint not null,
  failures bigint not null,
  timed bigint not null,
  latency_ms double precision not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  total_tokens bigint not null,
  cost_usd double precision not null,
  primary key (day, model)
);

create table alert_rules (
  id text primary key,
  name text not null,
  metric text not null,
  operator text not null,
  threshold double precision not null,
  window_minutes integer not null,
  cooldown_minutes integer not null,
  enabled boolean not null,
  webhook_ids text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A changed rule counts from here.
  effective_at timestamptz not null,
  last_fired_at timestamptz
);
create index alert_rules_newest on alert_rules (created_at desc, id);

create table alerts (
  id text primary key,
  rule_id text references alert_rules (id) on delete set null,
  rule_name text not null,
  metric text not null,
  operator text not null,
  threshold double precision not null,
  value double precision not null,
  window_minutes integer not null,
  severity text not null,
  message text not null,
  status text not null,
  webhook_ids text[] not null,
  triggered_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  resolved_by text
);
create unique index alerts_one_open on alerts (rule_id) where status <> 'resolved';
create index alerts_newest on alerts (triggered_at desc, id);
create index alerts_by_status on alerts (status, triggered_at desc);

create table webhooks (
  id text primary key,
  url text not null,
  events text[] not null,
  secret text not null,
  is_active boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  failing_since timestamptz,
  disabled_reason text
);
create index webhooks_newest on webhooks (created_at desc, id);

create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_type text not null,
  payload text not null,
  status text not null,
  attempts integer not null,
  due_at timestamptz not null,
  status_code integer,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index deliveries_newest on webhook_deliveries (webhook_id, created_at desc);

create table compliance_reports (
  id text primary key,
  framework_id text not null,
  report text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index compliance_reports_newest on compliance_reports (created_at desc, id);
