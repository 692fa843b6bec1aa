/** A filter of events; undefined fields match everything. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  outcome?: string | undefined;
  resource?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  request_id?: string | undefined;
  search?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
}
