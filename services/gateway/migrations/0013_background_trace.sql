-- The trace of the request, which its answer in the background is a part of: headers of W3C's trace context.
alter table background_responses add column trace jsonb not null default '{}';
