-- Events whose hash is keyed name the key; those of before have a plain hash. The head is under a keyed hash too.
alter table audit_events add column key_id text;
alter table audit_head add column keyed_from bigint, add column key_id text, add column mac text;
