import type { Sql } from "lib/database/db.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import type { Blobs } from "../storage/blobs.ts";
import { type DuplicateStore, duplicateStore } from "../storage/duplicates_store.ts";
import { type RemovalStore, removalStore } from "../storage/removal_store.ts";
import { type TagStore, tagStore } from "../storage/tags_store.ts";
import { createRemoval, type Removal } from "./removal.ts";

/** Dependencies for tags, duplicates and deletion of documents. */
export interface Keeping {
  tags: TagStore;
  duplicates: DuplicateStore;
  removals: RemovalStore;
  removal: Removal;
  /** Days until documents are deleted; undefined: never. */
  retentionDays: number | undefined;
}

export function createKeeping(
  { sql, rules, retentionDays, ...rest }: {
    sql: Sql;
    rules: SharingRules;
    blobs: Blobs;
    log: Logger;
    today(): string;
    retentionDays: number | undefined;
  },
): Keeping {
  const removals = removalStore(sql);
  return {
    tags: tagStore(sql, rules),
    duplicates: duplicateStore(sql, rules),
    removals,
    removal: createRemoval({ removals, days: retentionDays, ...rest }),
    retentionDays,
  };
}
