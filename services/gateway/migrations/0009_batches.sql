-- Files that callers sent or batches wrote, in parts of at most half a megabyte.
create table files (
  id text primary key,
  owner text not null,
  purpose text not null,
  filename text not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index files_owner on files (owner, id);
create index files_expiry on files (expires_at) where expires_at is not null;
create table file_parts (
  file_id text not null references files (id) on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (file_id, number)
);

create table batches (
  id text primary key,
  owner text not null,
  -- Who asked, as far as a key does not say so itself.
  caller jsonb not null,
  ip text not null,
  endpoint text not null,
  input_file_id text not null,
  completion_window text not null,
  metadata jsonb,
  status text not null,
  errors jsonb,
  output_file_id text,
  error_file_id text,
  output_expires_seconds integer,
  total integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  usage jsonb,
  created_at timestamptz not null default now(),
  in_progress_at timestamptz,
  expires_at timestamptz not null,
  finalizing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  -- Of the worker that holds it; whoever writes under a smaller one is too late.
  claim integer not null default 0
);
create index batches_owner on batches (owner, id);
create index batches_open on batches (created_at) where status in ('validating', 'in_progress', 'finalizing', 'cancelling');

-- The requests of a batch until it has ended. A line that a worker has started is never started again.
create table batch_lines (
  batch_id text not null references batches (id) on delete cascade,
  line integer not null,
  custom_id text not null,
  body text not null,
  started_claim integer,
  request_id text,
  status_code integer,
  answer text,
  error_code text,
  answered_at timestamptz,
  primary key (batch_id, line)
);
create index batch_lines_waiting on batch_lines (batch_id, line) where started_claim is null;
