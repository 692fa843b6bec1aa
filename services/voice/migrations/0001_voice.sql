create table transcriptions (
  id uuid primary key,
  user_sub text not null,
  source text not null check (source in ('file', 'stream', 'chat')),
  filename text,
  text text not null,
  text_folded text not null,
  language text not null,
  duration_ms bigint not null,
  segments json not null,
  model text not null,
  processing_ms integer not null,
  created_at timestamptz not null
);
create index transcriptions_newest on transcriptions (created_at desc, id desc);
create index transcriptions_language on transcriptions (language, created_at desc, id desc);

-- Sums of the rows above, kept by the statements that write them.
create table daily_totals (
  day date not null,
  language text not null,
  model text not null,
  source text not null,
  transcriptions bigint not null,
  duration_ms bigint not null,
  processing_ms bigint not null,
  primary key (day, language, model, source)
);

-- How many took how long: percentiles without reading every row.
create table processing_times (
  processing_ms integer primary key,
  transcriptions bigint not null
);

create table conversations (
  id uuid primary key,
  user_sub text not null,
  system_prompt text,
  language text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversations_newest on conversations (user_sub, updated_at desc, id desc);

create table turns (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  transcription_id uuid not null,
  transcription text not null,
  response text not null,
  language text not null,
  model text not null,
  duration_ms bigint not null,
  created_at timestamptz not null
);
create index turns_conversation on turns (conversation_id, created_at, id);
