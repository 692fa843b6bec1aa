/** Stored conversations, for endpoints whose clients refer to earlier turns instead of sending them. */
import type { JsonObject } from "lib/json_object.ts";

/** A stored answer with its request's new items. */
export interface KeptResponse {
  id: string;
  tenant_id: string;
  previous_id: string | null;
  /** The new items of the request. */
  input: JsonObject[];
  /** The answer as sent to the client. */
  response: JsonObject;
}

/** Maximum characters of input and output of a stored response. */
export const MOST_KEPT = 32 * 2 ** 20;
/** Maximum bytes of stored responses that a request may refer to. */
export const MOST_RECALLED = 64 * 2 ** 20;

/** The responses that a request refers to exceed `MOST_RECALLED`. */
export class RecallError extends RangeError {
  override name = "RecallError";
}

export interface Conversations {
  find(id: string, tenant: string): Promise<KeptResponse | undefined>;
  /** The turns up to `id`, oldest first; undefined when one of them is missing. @throws {RecallError} */
  turns(id: string, tenant: string): Promise<KeptResponse[] | undefined>;
  /** Items of the tenant's stored turns by id. @throws {RecallError} */
  items(ids: string[], tenant: string): Promise<JsonObject[]>;
  /** Stores or replaces a response. @throws {RangeError} above `MOST_KEPT`. */
  keep(kept: KeptResponse): Promise<void>;
  /** Deletes a response; false when there was none. */
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
