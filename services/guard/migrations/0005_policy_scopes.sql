-- Whom a policy is for, whom it is not for, its place in the order, and whether it only counts.
alter table policies
  add column scope jsonb not null default '{"products": [], "keys": [], "teams": [], "models": [], "users": []}',
  add column exceptions jsonb not null default '[]',
  add column priority integer not null default 100,
  add column mode text not null default 'enforce',
  add column version integer not null default 1;

create table policy_versions (
  policy_id text not null,
  version integer not null,
  change text not null,
  policy jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (policy_id, version)
);
insert into policy_versions (policy_id, version, change, policy, changed_by, changed_at)
select id, 1, 'create', jsonb_build_object(
    'name', name, 'description', description, 'rule_type', rule_type, 'rule_config', rule_config, 'action', action,
    'is_active', is_active, 'scope', scope, 'exceptions', exceptions, 'priority', priority, 'mode', mode
  ), created_by, updated_at
from policies;

-- What policies in shadow would have done is counted by policy.
create index audit_shadow on audit_events (created_at) where details like '%"shadow":[{%';
