-- Answers of /v1/responses that later requests name. JSON as text: what a provider sealed or signed must stay as it is.
create table responses (
  id text primary key,
  tenant_id text not null,
  previous_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Of all items in input and response, for requests that name one of them.
  item_ids text[] not null,
  input text not null,
  response text not null
);

create index responses_expiry on responses (expires_at);
create index responses_items on responses using gin (item_ids);
