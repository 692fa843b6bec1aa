-- What people say of an answer, beside the machine's score; each person says one thing.
create table labels (
  evaluation_id uuid not null,
  question_id text not null,
  epoch integer not null,
  labelled_by text not null,
  label text not null check (label in ('right', 'partly', 'wrong', 'cannot_say')),
  remark text,
  labelled_at timestamptz not null default now(),
  primary key (evaluation_id, question_id, epoch, labelled_by),
  foreign key (evaluation_id, question_id, epoch) references answers on delete cascade
);

-- The score by people's labels, which counts before the machine's where somebody has asked for it.
alter table scores add column label_score double precision;
alter table evaluations add column uses_labels boolean not null default false;
