-- Attaching a partition locks the default one against readers: a long query must not make every other one wait
-- behind this. Records wait in the default partition until the next attempt.
alter function add_month(text, date) set lock_timeout = '2s';
