import assert from "node:assert/strict";
import { exactMatch } from "./match.ts";

const SQL = "SELECT name FROM users;";
for (
  const [text, target, score] of [
    ["This reads them:\n\n```sql\nSELECT name FROM users;\n```\n\nIt gives every name.", SQL, null],
    ["```sql\nSELECT name FROM users;\n```\nThat is all.", SQL, null],
    ["```sql\nSELECT name FROM users;\n```", SQL, 1],
    ["This reads them:\n```sql\nSELECT id FROM users;\n```", SQL, 0],
    ["Either:\n```sql\nSELECT name FROM users;\n```\nor\n```sql\nSELECT id FROM users;\n```", SQL, 0],
    ["Never write this:\n```sql\nSELECT name FROM users;\n```\nIt reads too much.", SQL, null],
    ["SELECT name FROM users; reads them.", SQL, 0],
    ["هذا هو الأمر:\n\n```sql\nSELECT name FROM users;\n```\n\nيعيد كل الأسماء.", SQL, null],
    [
      "إليك الدالة:\n```python\ndef twice(n):\n    return 2 * n\n```",
      "def twice(n):\n    return 2 * n",
      null,
    ],
    ["إليك الدالة:\n```python\ndef twice(n):\n  return 2 * n\n```", "def twice(n):\n    return 2 * n", 0],
    ["إليك:\n```\n\n```", "", 0],
  ] as const
) {
  Deno.test(`exactMatch() of ${JSON.stringify(text)} is ${score}`, () => {
    assert.equal(exactMatch({ text }, [target]).score, score);
  });
}
