import assert from "node:assert/strict";
import { folded } from "lib/database/folded_sql.ts";
import { containing, fold } from "lib/fold.ts";
import { testOnEngines } from "lib/testing.ts";

const SCHEMA = { schema: "sharing", migrations: import.meta.resolve("../sharing/sharing_fixture/") };
const TEXTS = [
  "Plain ASCII, 100 %",
  "Élan Ünïted",
  "مُحَمَّد أحمد إبراهيم آمنة ٱلعربية",
  "مـــدرسة كبرى ٢٠٢٦ ۱۴۰۴",
  "ﷲ ﻻ ﻷ",
  "ا\u0654لف \u202Eمقلوب\u202C \u200Dو",
  "ｆｕｌｌ ｗｉｄｔｈ",
  "",
];

testOnEngines("the database folds a text as the program does", SCHEMA, async (sql) => {
  for (const text of TEXTS) {
    const [row] = await sql<{ folded: string; found: boolean }[]>`
      select ${folded(sql, sql`${text}::text`)} as folded,
        ${folded(sql, sql`${text}::text`)} like ${containing(text)} as found`;
    assert.equal(row?.folded, fold(text), text);
    assert.ok(row.found, text);
  }
});
