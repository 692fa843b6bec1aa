-- How many events of a day found what: counted when they are written, so that statistics cost the same at any
-- number of events.
create table audit_daily (
  day date not null,
  kind text not null,
  name text not null,
  events bigint not null,
  primary key (day, kind, name)
);
