-- What an evaluation asked, kept as it was: files change, results do not.
create table benchmark_versions (
  hash text primary key,
  benchmark_id text not null,
  version text not null,
  content jsonb not null,
  created_at timestamptz not null default now()
);

create table evaluations (
  id uuid primary key,
  model_id text not null,
  provider text not null,
  benchmark_id text not null,
  benchmark_name text not null,
  benchmark_version text not null,
  benchmark_hash text not null references benchmark_versions (hash),
  temperature double precision not null,
  max_tokens integer,
  question_limit integer,
  seed bigint,
  epochs integer not null,
  prompt_version text not null,
  judge_provider text,
  judge_model text,
  status text not null check (status in ('running', 'completed', 'failed', 'cancelled')),
  phase text check (phase in ('queued', 'asking', 'scoring')),
  -- False while only the scoring is run again.
  asks boolean not null default true,
  -- The claim under which a worker may write; a later claim takes that right away.
  claim bigint not null default 0,
  total integer not null,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  overall_score double precision,
  standard_error double precision,
  interval_low double precision,
  interval_high double precision,
  pass_rate double precision,
  questions integer,
  scored integer,
  unscored integer,
  avg_latency_ms double precision,
  prompt_tokens bigint,
  completion_tokens bigint,
  total_tokens bigint,
  cost_usd double precision,
  tallies jsonb
);

create index evaluations_newest on evaluations (created_at desc, id);
create index evaluations_running on evaluations (id) where status = 'running';
create index evaluations_completed on evaluations (benchmark_hash, completed_at) where status = 'completed';

create table answers (
  evaluation_id uuid not null references evaluations (id) on delete cascade,
  question_id text not null,
  epoch integer not null,
  status text not null check (status in ('answered', 'error', 'timeout')),
  prompt jsonb not null,
  response text,
  error text,
  finish_reason text,
  response_model text,
  latency_ms double precision,
  prompt_tokens bigint,
  completion_tokens bigint,
  total_tokens bigint,
  tries integer not null,
  asked_at timestamptz not null,
  primary key (evaluation_id, question_id, epoch)
);

create table scores (
  evaluation_id uuid not null references evaluations (id) on delete cascade,
  question_id text not null,
  epoch integer not null,
  method text not null,
  score double precision,
  extracted text,
  rule text not null,
  explanation text,
  judge_model text,
  scored_at timestamptz not null default now(),
  primary key (evaluation_id, question_id, epoch)
);
