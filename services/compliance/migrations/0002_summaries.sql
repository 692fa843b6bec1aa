-- What lists answer with, so that a page does not read whole reports.
alter table reports add column summary jsonb;
update reports set summary = report - 'frameworks' - 'request' - 'notes';
create index certificates_newest on certificates (issued_at desc, id);
create index certificates_report on certificates (report_id);
