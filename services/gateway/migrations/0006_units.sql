-- Work that is not counted in tokens: seconds of audio, characters spoken, images, searches. Null for most calls.
alter table usage_records add column units jsonb;
