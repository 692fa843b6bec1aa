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

/** Characters of a response's input and output together, above which it is not kept. */
export const MOST_KEPT = 32 * 2 ** 20;
/** Bytes of all that a request may name of kept responses. */
export const MOST_RECALLED = 64 * 2 ** 20;

/** The responses that a request names are more than can be read at once. */
export class RecallError extends RangeError {
  override name = "RecallError";
}

export interface Conversations {
  find(id: string, tenant: string): Promise<KeptResponse | undefined>;
  /** The turns up to `id`, oldest first; undefined when one of them is missing. @throws {RecallError} */
  turns(id: string, tenant: string): Promise<KeptResponse[] | undefined>;
  /** Items of the tenant's kept turns, by their ids. @throws {RecallError} */
  items(ids: string[], tenant: string): Promise<JsonObject[]>;
  /** Stores it, replacing an older state. @throws {RangeError} above `MOST_KEPT`. */
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
