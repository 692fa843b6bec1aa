import assert from "node:assert/strict";
import { isNameField, isNameLike, isOrganisation, isPersonWithPost } from "./name_shape.ts";

Deno.test("isNameField() recognises fields of names by key", () => {
  for (const key of ["trade_name", "vendor_name", "given_names", "first_party", "sender", "legal_form"]) {
    assert.ok(isNameField(key), key);
  }
  for (const key of ["subject", "reference", "vendor_address", "title", "notes"]) {
    assert.ok(!isNameField(key), key);
  }
});

Deno.test("a date or a number is not a name, a name with figures is", () => {
  for (
    const value of [
      "64",
      "CN-4471182",
      "21 Nov 2018",
      "٢١ نوفمبر ٢٠١٨",
      "1010-223344",
      "A-55012",
      "2026-02-01",
    ]
  ) {
    assert.ok(!isNameLike(value), value);
  }
  for (
    const value of [
      ...[
        "3M",
        "Studio 54",
        "Route 66 Diner Ltd",
        "7-Eleven",
        "Saif Rashid",
        "شركة 2030 للتقنية",
        "21st Century Ltd",
      ],
      ...["Company of March 2020 Graduates", "مؤسسة ١٢٣٤ التجارية"],
    ]
  ) assert.ok(isNameLike(value), value);
});

Deno.test("a value with another label inside, an open end or a receipt's phrase is not a name", () => {
  for (
    const value of [
      ...["S. Khan Approved by: R. Haddad", "Delivered to", "Signed by", "Issued for", "ورد من"],
      ...["وصلنا من السيد خالد مبلغ وقدره", "Received from Salma Odeh", "the sum of ten pounds"],
    ]
  ) assert.ok(!isNameLike(value), value);
  for (const value of ["Byron & Co", "Toby Ford", "Al Ain Inn", "مؤسسة من أجل الغد", "Forward Motion Ltd"]) {
    assert.ok(isNameLike(value), value);
  }
});

Deno.test("a name with a post behind a comma is a person's, an organisation with a place is none", () => {
  for (
    const name of ["Rizwan Cheema, Store Officer", "سعاد الحربي، مديرة المشتريات", "Ana Prieto - Chief Buyer"]
  ) {
    assert.ok(isPersonWithPost(name), name);
  }
  for (
    const name of ["Al Noor Trading LLC, Head Office", "Gulf Bank, Manager's Tower", "Ana Prieto, Madrid"]
  ) {
    assert.ok(!isPersonWithPost(name), name);
  }
});

Deno.test("an Arabic name that begins with a noun and its article is an organisation's, the noun alone is none", () => {
  for (const name of ["البنك الساحلي للفلاحة", "المصنع الوطني للأنابيب", "الشركة العربية للتعدين"]) {
    assert.ok(isOrganisation(name), name);
  }
  for (const name of ["جهاز تنمية الساحل", "جهاز مدينة الشروق", "الجهاز المركزي للإحصاء"]) {
    assert.ok(isOrganisation(name), name);
  }
  for (const name of ["الدار البيضاء", "المطعم", "البنك", "جهاز تكييف", "جهاز عرض"]) {
    assert.ok(!isOrganisation(name), name);
  }
});

Deno.test("labels of signatures and single words of forms are no names", () => {
  for (const label of ["Checked by تدقيق", "Approved by", "المكان", "City", "المندوب:"]) {
    assert.ok(!isNameLike(label), label);
  }
});

Deno.test("a customer's number is not its name", () => {
  assert.ok(!isNameLike("BRA014"));
  assert.ok(!isNameLike("C-20884"));
});

Deno.test("names of departments are not names of parties", () => {
  for (const value of ["Stores المخازن", "Purchasing Department", "Finance", "قسم المشتريات"]) {
    assert.ok(!isNameLike(value), value);
  }
  for (const value of ["Sumaisma Department Stores LLC", "Finance House PJSC"]) {
    assert.ok(isNameLike(value), value);
  }
});
