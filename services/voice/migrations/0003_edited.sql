-- Who put a transcription's words right last; null: they are the model's own.
alter table transcriptions add column edited_by text, add column edited_at timestamptz;
