/** Folds text in SQL, for columns without a folded copy in lists short enough to scan. */
import type { PendingQuery, Row } from "postgres";
import type { Sql } from "lib/database/db.ts";

// As lib/fold.ts drops and replaces them: Arabic and combining marks, tatweel, directions and joiners.
const DROPPED = "[\\u0300-\\u036F\\u0483-\\u0489\\u0591-\\u05BD\\u0610-\\u061A\\u0640\\u064B-\\u065F\\u0670" +
  "\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u08D3-\\u08FF" +
  "\\u200B-\\u200F\\u061C\\u202A-\\u202E\\u2066-\\u2069\\uFEFF]";
const REPLACED = "أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹";
const BY = "اااايه01234567890123456789";

/** `text`, an expression of SQL, folded as `fold` of lib/fold.ts folds it; compare it with `containing(search)`. */
export function folded(sql: Sql, text: PendingQuery<Row[]>): PendingQuery<Row[]> {
  return sql`translate(normalize(regexp_replace(
    lower(normalize(${text}, NFKC)), ${DROPPED}::text, '', 'g'), NFKC), ${REPLACED}::text, ${BY}::text)`;
}
