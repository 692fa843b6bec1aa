create table agents (
  id uuid primary key,
  name text not null,
  description text not null,
  system_prompt text not null,
  model text not null,
  max_steps int not null,
  temperature double precision,
  tools json not null,
  needs_approval json not null,
  status text not null default 'active',
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agents_newest on agents (created_at desc, id);

create table sessions (
  id uuid primary key,
  agent_id uuid not null references agents on delete cascade,
  sub text not null,
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_agent on sessions (agent_id);
create index sessions_owner on sessions (sub, updated_at desc, id);

create table runs (
  id uuid primary key,
  agent_id uuid not null references agents on delete cascade,
  session_id uuid references sessions on delete cascade,
  parent_run_id uuid references runs on delete set null,
  sub text not null,
  role text not null,
  status text not null,
  failure text,
  error text,
  input text not null,
  context json,
  output text not null default '',
  pinned json not null,
  steps_count int not null default 0,
  total_tokens bigint not null default 0,
  tool_calls int not null default 0,
  tool_errors int not null default 0,
  duration_ms int not null default 0,
  started_at timestamptz not null,
  completed_at timestamptz,
  -- Which process works on it, and what another one asks of that.
  worker uuid,
  cancel_requested boolean not null default false,
  -- While it awaits approval: the calls, what was decided, and where to go on.
  pending json,
  decisions json,
  state json
);
create index runs_newest on runs (agent_id, started_at desc, id);
create index runs_owner on runs (agent_id, sub, started_at desc, id);
create index runs_finished on runs (agent_id, completed_at desc) where completed_at is not null;
create index runs_parent on runs (parent_run_id) where parent_run_id is not null;
create index runs_session on runs (session_id, started_at desc) where session_id is not null;
create index runs_unfinished on runs (agent_id) where completed_at is null;
create index runs_worked_on on runs (worker) where status in ('queued', 'running');
-- A session answers one message at a time.
create unique index runs_session_busy on runs (session_id) where session_id is not null and completed_at is null;

create table steps (
  run_id uuid not null references runs on delete cascade,
  step int not null,
  body json not null,
  tokens int not null,
  tool_calls int not null,
  tool_errors int not null,
  duration_ms double precision not null,
  primary key (run_id, step)
);

-- Sums over finished runs, so that metrics cost the same at any number of them.
create table outcomes (
  agent_id uuid not null references agents on delete cascade,
  outcome text not null,
  runs bigint not null,
  duration_ms bigint not null,
  tokens bigint not null,
  steps bigint not null,
  tool_calls bigint not null,
  tool_errors bigint not null,
  last_run_at timestamptz not null,
  primary key (agent_id, outcome)
);

-- Processes that work on runs; one that is not seen for a while has crashed.
create table workers (
  id uuid primary key,
  seen_at timestamptz not null
);
