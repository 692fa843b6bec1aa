import assert from "node:assert/strict";
import { inArabic, sayingsIn, withLatinIsolated } from "./sayings.ts";

const TABLE = sayingsIn(`
No page
لا صفحة
Page {page} of {count} (in {"json": 1})
الصفحة {page} من {count} ({"json": 1})
`);

Deno.test("inArabic() gives whole sentences, and those with parts as they are shown", () => {
  const say = inArabic(TABLE);
  assert.equal(say("No page"), "لا صفحة");
  const named: string[] = [];
  const text = say('Page 2 of 10 (in {"json": 1})', (part, name) => {
    named.push(name);
    return `<${part}>`;
  });
  assert.equal(text, 'الصفحة <2> من <10> ({"json": 1})');
  assert.deepEqual(named, ["page", "count"]);
});

Deno.test("inArabic() knows nothing of other sentences, nor of those that only begin alike", () => {
  const say = inArabic(TABLE);
  for (const other of ["", "No pages", "A page", 'Page 2 of 10 (in {"json": 1}) and more', "Page  of "]) {
    assert.equal(say(other), undefined, other);
  }
});

Deno.test("withLatinIsolated() keeps paths and names whole, and leaves punctuation of the sentence outside", () => {
  const shown = (text: string) => withLatinIsolated(text).replaceAll("\u2066", "<").replaceAll("\u2069", ">");
  assert.equal(shown("مجلد pg/ و kv/ (الوضع 0600)"), "مجلد <pg/> و <kv/> (الوضع 0600)");
  assert.equal(shown("ملف (PEM)، إن لم يُضبط: DATA_DIR."), "ملف (<PEM>)، إن لم يُضبط: <DATA_DIR>.");
  assert.equal(shown('بصيغة JSON: {"a": {"b": 1}}'), 'بصيغة <JSON: {"a": {"b": 1}}>');
});
