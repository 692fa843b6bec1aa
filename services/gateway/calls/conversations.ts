/** Stored conversations, for endpoints whose clients name earlier turns instead of sending them. */
import type { JsonObject } from "lib/json_object.ts";

/** A stored answer with its request's new items. */
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
  /** Stores it, replacing an older state. */
  keep(kept: KeptResponse): Promise<void>;
  /** Deletes it; false when there was none. */
  remove(id: string, tenant: string): Promise<boolean>;
}

/** A request with all references resolved. */
export interface Recalled {
  data: JsonObject;
  history: JsonObject[];
}

export interface Recalling {
  /** Undefined when storage is off. */
  conversations?: Conversations | undefined;
}
