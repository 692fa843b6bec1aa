-- Whether a key may ask providers' own endpoints, with whatever the gateway's own keys may do there.
alter table virtual_keys add column may_pass_through boolean not null default false;
