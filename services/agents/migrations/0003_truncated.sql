-- Whether the answer ends at the model's limit of tokens.
alter table runs add column truncated boolean not null default false;
