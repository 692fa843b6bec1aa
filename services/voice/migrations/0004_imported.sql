-- Transcripts that people bring finished, from subtitles or another program.
alter table transcriptions drop constraint transcriptions_source_check;
alter table transcriptions add constraint transcriptions_source_check
  check (source in ('file', 'stream', 'chat', 'import'));
