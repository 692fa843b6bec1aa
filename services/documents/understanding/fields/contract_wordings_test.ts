/** Laws named by their adjective and periods of notice in sentences. */
import assert from "node:assert/strict";
import { lawNamedIn, noticeIn } from "./contract_patterns.ts";

Deno.test("a law is named by its adjective or by its place", () => {
  for (
    const [text, law] of [
      ["This Agreement is governed by English law.", "English law"],
      ["The contract is subject to Egyptian law and the courts of Cairo.", "Egyptian law"],
      ["It shall be construed in accordance with Ghanaian law.", "Ghanaian law"],
      ["The law of this contract is Spanish law.", "Spanish law"],
      ["The applicable law is that of the State of Qatar.", "State of Qatar"],
      ["The parties submit to the law of England and Wales.", "England and Wales"],
      ["القانون الواجب التطبيق على هذا العقد هو القانون المصري، وتختص محاكم الإسكندرية.", "القانون المصري"],
      ["القانون الحاكم لهذا العقد هو القانون السوداني.", "القانون السوداني"],
      ["يسري على هذا العقد القانون الأردني.", "القانون الأردني"],
      ["تطبق أحكام القانون العراقي على هذا العقد.", "القانون العراقي"],
      ["يحكم هذا العقد النظام السعودي.", "النظام السعودي"],
    ]
  ) assert.equal(lawNamedIn(text ?? ""), law, text);
});

Deno.test("a period of notice is found in the wordings of Arabic contracts", () => {
  for (
    const [text, span] of [
      ["إنهاء العقد بشرط إخطار الطرف الآخر كتابة قبلها بمدة إشعار قدرها 45 يوما.", "45 يوما"],
      ["لأي طرف الإنهاء بإشعار مسبق لا يقل عن 90 يوما من الطرف الآخر.", "90 يوما"],
      ["على أن يخطر الطرف الآخر قبل ثلاثين يوما من الإنهاء.", "ثلاثين يوما"],
      ["ينهى العقد بعد إنذار مسبق مدته شهر واحد من أحد الطرفين.", "شهر واحد"],
      ["لا ينهى هذا العقد إلا بمهلة إخطار مدتها 20 يوما من أحد الطرفين.", "20 يوما"],
    ]
  ) assert.equal(noticeIn(text ?? ""), span, text);
});
