/** Stored conversations, for endpoints whose clients name earlier turns instead of sending them. */
import type { JsonObject } from "lib/json_object.ts";

/** One answer that was kept, with what it answered. */
export interface KeptResponse {
  id: string;
  tenant_id: string;
  previous_id: string | null;
  /** The new items of the request. */
  input: JsonObject[];
  /** The answer as its client got it. */
  response: JsonObject;
}

export interface Conversations {
  find(id: string, tenant: string): Promise<KeptResponse | undefined>;
  /** The turns up to `id`, oldest first; undefined when one of them is missing. */
  turns(id: string, tenant: string): Promise<KeptResponse[] | undefined>;
  /** Items of the tenant's kept turns, by their ids. */
  items(ids: string[], tenant: string): Promise<JsonObject[]>;
  /** Keeps it, in place of an older state of the same. */
  keep(kept: KeptResponse): Promise<void>;
  /** Whether there was one. */
  remove(id: string, tenant: string): Promise<boolean>;
}

/** A request with all that it names put in its place. */
export interface Recalled {
  data: JsonObject;
  history: JsonObject[];
}

export interface Recalling {
  /** Undefined where nothing is kept. */
  conversations?: Conversations | undefined;
}
