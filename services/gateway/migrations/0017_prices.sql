-- The prices of models that admins set, each change for ever: the newest of a model holds, and one without a price
-- says that it was removed. Each has a version of governance of its own, so that the newest of all are found by it.
create table model_prices (
  version bigint primary key,
  provider text not null,
  model text not null,
  price jsonb,
  set_by text not null,
  set_at timestamptz not null default now()
);
create index model_prices_model on model_prices (provider, model, version desc);
