-- Corrections of table cells: each with its row as it was read, by which a new reading's row is found.
alter table corrections add column cell jsonb;
