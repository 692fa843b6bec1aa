import { firstSum, lawIn, noticeIn } from "./contract_patterns.ts";
import { asciiDigits } from "../values/digits.ts";
import { valueOf } from "./field_values.ts";
import { DATE, EMAIL, fieldRule, ISSUED, PARTIES, PHONE, TOTAL } from "./field_labels.ts";
import type { FieldRule } from "../results/field.ts";

export const BIDDING_FIELDS: Record<"contract" | "tender" | "bid", FieldRule[]> = {
  contract: [
    fieldRule(
      "contract_id",
      "id",
      "contract no|contract number|contract ref|contract reference|contract id|agreement no|agreement number|agreement ref|رقم العقد|عقد رقم|مرجع العقد",
    ),
    fieldRule(
      "effective_date",
      "date",
      "effective date|date of entry into force|entry into force|entry into effect|تاريخ النفاذ|تاريخ الدخول حيز التنفيذ|contract date|agreement date|date of contract|date of agreement|commencement date|start date|dated|تاريخ السريان|تاريخ العقد|تاريخ البدء|تاريخ التوقيع|تاريخ إبرام العقد|يبدأ في|date of this agreement|commences on|starts on|in force from|تاريخ بدء العقد|تاريخ بداية العقد|بداية العقد|تاريخ المباشرة",
      true,
    ),
    fieldRule(
      "end_date",
      "date",
      "in force until|end date|expiry date|expires on|terminates on|until|تاريخ الانتهاء|ينتهي في|حتى تاريخ|completion date|termination date|تاريخ نهاية العقد|تاريخ انتهاء العقد|نهاية العقد|expiration date|إلى غاية",
    ),
    ...PARTIES,
    {
      ...fieldRule(
        "contract_value",
        "money",
        "contract value|contract price|contract sum|contract amount|value of contract|total contract value|total value|consideration|annual rent|salary|monthly salary|قيمة العقد|قيمة العقد الإجمالية|القيمة الإجمالية|مبلغ العقد|إجمالي قيمة العقد|القيمة الإيجارية|الأجرة السنوية|الراتب|lump sum|basic salary|المقابل المالي|الأجر الشهري|المبلغ المتفق عليه",
      ),
      read: (text, way) => valueOf("money", firstSum(text), way),
    },
    {
      ...fieldRule(
        "governing_law",
        "text",
        "governing law|applicable law|القانون الواجب التطبيق|القانون المطبق",
      ),
      read: (text) => valueOf("text", lawIn(text) ?? ""),
    },
    {
      ...fieldRule(
        "notice_period",
        "text",
        "notice period|period of notice|termination notice|by giving|فترة الإشعار|مدة الإشعار|مهلة الإشعار|مدة الإخطار|فترة الإخطار|مهلة الإخطار",
      ),
      read: (text) => valueOf("text", asciiDigits(noticeIn(text) ?? "")),
    },
  ],
  tender: [
    fieldRule(
      "tender_id",
      "id",
      "tender no|tender number|tender ref|tender reference|tender id|المناقصة العامة رقم|المناقصة رقم|المنافسة رقم|nit no|nit ref|tender notice no|rfp no|rfp number|rfp ref|rfq no|reference no|reference|رقم المناقصة|رقم المنافسة|المناقصة رقم|مناقصة رقم|منافسة رقم|الرقم المرجعي|رقم الطرح|tender code|tender #|itt no|itb no|bid no|bid number|invitation no|solicitation no|رقم العطاء|عطاء رقم|العطاء رقم|رقم المزايدة|رقم الدعوة|رقم المنافسة المرجعي|ifb no|eoi no|رقم الإعلان|notice no|invitation reference no|invitation reference|invitation ref no|invitation ref|tender reference no|tender ref no|tender invitation no|ift no|ift ref|enquiry no",
      true,
    ),
    fieldRule(
      "title",
      "text",
      "tender title|tender name|project name|project title|project|title|subject|description of works|موضوع طلب العروض|موضوع الاستشارة|موضوع الصفقة|اسم المشروع|اسم المنافسة|اسم المناقصة|موضوع المناقصة|المشروع|عنوان المناقصة|name of work|name of works|scope|موضوع العطاء|اسم العطاء|موضوع المنافسة|عنوان العطاء|موضوع الدعوة|وصف المشروع|الغرض من المنافسة|غرض المناقصة|نطاق العمل|مسمى المنافسة|نوع الأعمال|object of the contract|tender package name|package name|name of package|name of the project|tender description|description of work|brief description of works|اسم الحزمة|وصف المناقصة",
      true,
    ),
    fieldRule(
      "issuer",
      "text",
      "issued by|entity|client|المصلحة المتعاقدة|owner|employer|procuring entity|procuring agency|contracting authority|purchaser|الجهة|الجهة الحكومية|الجهة المالكة|الجهة الطارحة|صاحب العمل|المالك|buyer|الجهة الداعية|الجهة صاحبة العطاء|الجهة المعلنة|الجهة المستفيدة|issuing authority|inviting authority|issuer|ministry|الجهة المتعاقدة|الجهة المنفذة|المشتري العمومي|public purchaser|public buyer|inviting body",
    ),
    fieldRule(
      "issue_date",
      "date",
      `${ISSUED}|publication date|date of publishing|publishing date|date of publication|published on|announcement date|tender date|date published|تاريخ الطرح|تاريخ النشر|تاريخ الإعلان|تاريخ الدعوة|تاريخ طرح العطاء`,
    ),
    fieldRule(
      "submission_deadline",
      "date",
      "submission deadline|closing date|closing date and time|bid closing date|tender closing date|deadline|deadline for submission|submission date|last date|last date for submission|last date of submission|last date|due for submission|bids due|due date|bids must be submitted by|آخر موعد|آخر موعد لتقديم العروض|آخر موعد لتقديم العطاءات|الموعد النهائي|الموعد النهائي لتقديم العروض|تاريخ الإغلاق|تاريخ إغلاق المناقصة|آخر موعد للتقديم|tenders due|closing time|bids close|bids close on|closes on|closing on|آخر يوم لتقديم العروض|آخر موعد لقبول العروض|آخر موعد لاستلام العروض|آخر موعد لإيداع العروض|تاريخ إقفال العطاء|تاريخ الإقفال|موعد الإقفال|آخر أجل لإيداع العروض|آخر أجل لتقديم العروض|آخر أجل لتسليم العروض|تقفل المناقصة في|تغلق المناقصة في|تقفل في|آخر موعد لتسليم المظاريف|موعد الإغلاق",
      true,
    ),
    fieldRule(
      "budget",
      "money",
      "budget|estimated value|estimated cost|estimated budget|engineer's estimate|cost estimate|الميزانية|القيمة التقديرية|الكلفة التخمينية|الكلفة التقديرية|التكلفة التقديرية|الكلفة المقدرة|التكلفة المقدرة|الميزانية التقديرية|official estimated cost|official cost estimate|official estimate|departmental estimate|approved estimate|estimated amount|estimated contract value|estimated cost of work|المبلغ التقديري|الثمن التقديري|الاعتماد المالي",
    ),
    fieldRule(
      "bid_bond",
      "money",
      "bid bond|bid security|tender bond|tender security|earnest money|earnest money deposit|emd|bid guarantee|initial guarantee|الضمان الابتدائي|التأمين الابتدائي|قيمة الضمان الابتدائي|الكفالة الأولية|التأمين الأولي|الضمان الأولي|كفالة الدخول|قيمة كفالة الدخول|كفالة دخول العطاء|تأمين دخول العطاء|كفالة المناقصة|قيمة التأمين الابتدائي|التأمينات الأولية|التأمينات الابتدائية|التأمين المؤقت|الضمان المؤقت|الضمان الوقتي|الضمان البنكي الابتدائي|الضمان البنكي المؤقت|قيمة التأمين الأولي|مبلغ التأمين الابتدائي|مبلغ الضمان المؤقت|tender guarantee|bid deposit",
    ),
    fieldRule("email", "email", EMAIL),
  ],
  bid: [
    fieldRule(
      "bidder_name",
      "text",
      "bidder|bidder name|name of bidder|name of tenderer|tenderer|tenderer name|name of company|offeror|submitted by|company name|company|مقدم العطاء|اسم الشركة|name of firm|firm|contractor|اسم مقدم العرض|المناقص|المتناقص|العارض|مقدم العرض|اسم مقدم العطاء|المتنافس|اسم المتنافس",
      true,
    ),
    fieldRule(
      "tender_id",
      "id",
      "tender no|tender number|tender reference|tender ref|reference of tender|bid reference|in response to tender|in response to|rfp no|rfp ref|رقم العطاء|مرجع المناقصة|رقم المناقصة|المناقصة رقم",
      true,
    ),
    fieldRule(
      "bid_date",
      "date",
      `bid date|date of bid|date of tender|date of offer|submission date|تاريخ العطاء|تاريخ تقديم العرض|${DATE}|submitted on|تاريخ تقديم العطاء`,
    ),
    fieldRule(
      "bid_total",
      "money",
      `total bid price|bid price|bid amount|bid value|tender price|tender sum|total tender price|price offered|our price|إجمالي قيمة العطاء|قيمة العرض|قيمة العطاء|${TOTAL}`,
      true,
    ),
    fieldRule(
      "delivery_days",
      "number",
      "delivery period|delivery days|delivery time|delivery within|completion period|period of delivery|time for completion|مدة التنفيذ|مدة التسليم|duration|lead time|execution period|contract period|delivery|مدة التوريد|مدة الإنجاز|أجل التنفيذ|أجل الإنجاز",
    ),
    fieldRule(
      "valid_until",
      "date",
      "valid until|bid valid until|tender valid until|offer valid until|bid validity|صلاحية العرض|ساري حتى|صلاحية العطاء|صالح حتى|سريان العطاء",
    ),
    fieldRule("email", "email", EMAIL),
    fieldRule("phone", "phone", PHONE),
  ],
};
