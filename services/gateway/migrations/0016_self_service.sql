-- The keys that holders of a team's keys may make themselves, as an admin allowed; null: none.
alter table teams add column self_service jsonb;
create index virtual_keys_maker on virtual_keys (created_by) where created_by like 'key:%';
