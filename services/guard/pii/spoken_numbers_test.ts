import assert from "node:assert/strict";
import type { MatchedPolicy } from "../policies/policy.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { scanText } from "../policies/scan.ts";
import { readingOf } from "../reading/reading.ts";
import { detectIn } from "./detect_in.ts";

const detected = (text: string) => detectIn(readingOf(text), {}).map(({ type, value }) => `${type} ${value}`);

const TOLD: Record<string, string> = {
  "my visa is five one zero five, one zero five one, zero five one zero, five one zero zero. thanks":
    "CREDIT_CARD five one zero five, one zero five one, zero five one zero, five one zero zero",
  "card: fifty-one oh five ten fifty-one oh five ten fifty-one hundred": "",
  "card: fifty-one oh five ten fifty-one oh five ten fifty-one zero zero":
    "CREDIT_CARD fifty-one oh five ten fifty-one oh five ten fifty-one zero zero",
  "رقم البطاقة خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر صفر":
    "CREDIT_CARD خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر خمسة واحد صفر صفر",
  "card 51 0510 51 051051 00, please": "CREDIT_CARD 51 0510 51 051051 00",
  "card\n510\n510\n510\n510\n510\n0\n": "CREDIT_CARD 510\n510\n510\n510\n510\n0",
  "جوالي: ٠٥ـ٠١٢ـ٣٤ـ٥٦٧": "PHONE ٠٥ـ٠١٢ـ٣٤ـ٥٦٧",
  "dial plus nine seven one, five zero, one two three, four five six seven now":
    "PHONE plus nine seven one, five zero, one two three, four five six seven",
  "call zero five zero, double one, triple two, three four":
    "PHONE zero five zero, double one, triple two, three four",
  "iban DE 8937-0400 44/05320 13-000 it is": "IBAN DE 8937-0400 44/05320 13-000",
  "host 10(dot)20(dot)30(dot)41 is mine": "IP_ADDRESS 10(dot)20(dot)30(dot)41",
  "ping 10 [.] 20 [.] 30 [.] 41": "IP_ADDRESS 10 [.] 20 [.] 30 [.] 41",
};

Deno.test("numbers in words and in unusual groups are found, with their own spelling", () => {
  for (const [text, value] of Object.entries(TOLD)) {
    assert.deepEqual(detected(text), value === "" ? [] : [value], text);
  }
});

Deno.test("counting, lists, dates and scores are no numbers of a person", () => {
  const harmless = [
    "One, two, three, four, five, six, seven, eight, nine, ten: ready or not!",
    "card games for two or three or four, five to six rounds of seven minutes each",
    "The card was charged 41, 111, 111, 11, 111 and 111 dirhams.",
    "CPR training on 12/11/2026 and ID check on 3-4-2026",
    "Sets: 6-4 3-6 7-5, 6-4 3-6 7-5, 6-4 3-6 7-5",
    "سبعة رجال وثمانية أطفال، ثلاثة منهم في الخامسة",
    "version 1 dot 2, then 3 dot 4",
  ];
  for (const text of harmless) assert.deepEqual(detected(text), [], text);
});

Deno.test("a stream that is cut anywhere within such a number releases nothing of it", () => {
  const policy: MatchedPolicy = {
    ...{ id: "1", name: "data", rule_type: "pii", action: "block" },
    rule_config: JSON.stringify({ types: ["CREDIT_CARD", "PHONE", "IBAN", "IP_ADDRESS"] }),
  };
  const set = compilePolicies([policy]);
  for (const [text, value] of Object.entries(TOLD)) {
    const start = text.indexOf(value.slice(value.indexOf(" ") + 1));
    if (value === "") continue;
    let released = 0;
    for (let cut = 1; cut < text.length; cut++) {
      const scan = scanText(
        set,
        {},
        { text: text.slice(0, cut), direction: "output", open: true, released },
        { policies: true, pii: false },
      );
      if (scan.violations.length > 0) break;
      released = scan.release;
      assert.ok(released <= start, `cut at ${cut}: ${text.slice(start, released)}`);
    }
  }
});
