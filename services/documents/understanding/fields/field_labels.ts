/** Labels in both languages for fields of several document types. */
import { partyName } from "./party_name.ts";
import type { FieldRule, FieldType } from "../results/field.ts";

export const fieldRule = (key: string, type: FieldType, labels: string, required = false): FieldRule => ({
  key,
  type,
  labels: labels.split("|"),
  required,
});

export const TAX =
  "bin|bin no|bin number|business identification number|bin of registered person|bin of seller|bin of supplier|vat account no|vat account number|vat a/c no|vat a/c number|vat a/c|التسجيل الضريبي|تسجيل ضريبي|رقم حساب ضريبة القيمة المضافة|pin no|pin|pin number|kra pin|supplier pin|seller pin|licensed dealer no|trn|ntn|ntn no|strn|vat no|vat number|vat reg no|vat registration number|tax registration number|tax registration no|tax id|tax number|الرقم الضريبي|رقم التسجيل الضريبي|الرقم الضريبى|vat reg. no|vat registration no|tax no|tax reg no|tax reg. no|vat id|vat reg|gstin|gst no|gstin/uin|ust-id|ust-idnr|ustid|tin|tax identification number|tax card no|رقم تسجيل ضريبة القيمة المضافة|رقم التسجيل في ضريبة القيمة المضافة|رقم ضريبة القيمة المضافة|الرقم الضريبي للمنشأة|رقم البطاقة الضريبية|رقم ضريبي|السجل الضريبي|vat identification number|vat identification no|vat registered no|tax registration|sales tax number|tax identification no|tax reference number|abn|ein|trn no|رقم التعريف الضريبي|الرقم الضريبي للبائع|الرقم الضريبي للمورد|الرقم الضريبي الموحد|رقم التسجيل بضريبة القيمة المضافة|رقم المكلف|المعرف الضريبي|رقم التعريف الجبائي|vatin|matricule fiscal|identifiant fiscal|بطاقة ضريبية|سجل ضريبي|ملف ضريبي|مشتغل مرخص|مشتغل مرخص رقم|رقم المشتغل المرخص|mof reg no|mof reg. no|mof no|mof registration no|الرقم المالي|رقم التسجيل في وزارة المالية|uid|uid no|tax file no|بطاقة ضريبية رقم|مسجل ضريبي رقم|vat registration|vat reg|gst registration|vat registered|registered for vat";
export const CUSTOMER =
  "bill to|billed to|sold to|m/s|messrs|customer|customer name|client|client name|invoice to|attention|العميل|اسم العميل|المشتري|السادة|فاتورة إلى|buyer|purchaser|bill to party|billed party|recipient|account of|المشترى|مشتري|الزبون|اسم الزبون|العميل المحترم|السادة شركة|إلى السادة|فاتورة باسم|صادرة إلى|المطلوب من|billed party|invoiced to|charge to|charged to|prepared for|quoted to|quotation for|quote for|ship-to party|account name|الحريف|مقدم إلى|مقدم الى|مقدمة إلى|المستفيد|اسم المستفيد|عميلنا|الجهة المستفيدة|الجهة المشترية|حساب السادة|المطلوب من السادة|اسم المشتري|لصالح|المفوتر له|مفوتر إلى";
export const VENDOR =
  "vendor|vendor name|name of registered person|name of the registered person|name of seller|name of supplier|supplier|supplier name|seller|from|المورد|اسم المورد|البائع|vendor details|sold by|issued by|payee|seller name|اسم البائع|الجهة المصدرة|مقدم الخدمة|صادرة من|صادرة عن|صادر عن|make payment to|payment to|cheques payable to|make cheques payable to|payable to|اسم الشركة الموردة";
export const TOTAL =
  "total|grand total|total amount|invoice total|total due|net total|total payable|total including vat|total incl. vat|الإجمالي|المجموع الكلي|الإجمالي شامل الضريبة|المبلغ الإجمالي|إجمالي الفاتورة|صافي المبلغ|amount total|total incl vat|total including tax|total (incl. vat)|total incl. tax|gross amount|gross total|total gross|invoice amount|total invoice amount|total amount due|order total|net payable|total to pay|final amount|الإجمالي الكلي|الاجمالي النهائي|المجموع النهائي|إجمالي المبلغ|إجمالي المبلغ المستحق|المبلغ الإجمالي المستحق|المجموع شامل الضريبة|المبلغ الكلي|القيمة الإجمالية|الإجمالي النهائي|جملة المبلغ|صافي القيمة|المجموع العام|total incl|total incl tax|total with vat|total with tax|total inc vat|total inc. vat|total (inc vat)|amount incl. vat|amount including vat|order value|total order value|total value|total price|total cost|total charges|invoice value|gross value|amount to pay|balance to pay|sum total|total sum|full amount|إجمالي العرض|إجمالي الطلب|قيمة العرض|قيمة الطلب|قيمة الفاتورة|مبلغ الفاتورة|الإجمالي المستحق|المبلغ المطلوب|المجموع مع الضريبة|المجموع مع احتساب الضريبة|المجموع المستحق|إجمالي المستحق|الإجمالي مع الضريبة|المجموع الإجمالي|المبلغ الصافي|المبلغ الجملي|المبلغ الجملي للدفع|الإجمالي العام|total quote value|quote total|الصافي المستحق|صافي القائمة|مجموع القائمة|مبلغ القائمة|net order value|net invoice value|صافي قيمة الأمر|صافي الفاتورة|صافي قيمة الفاتورة|الإجمالي بعد الضريبة|المجموع بعد الضريبة|المبلغ بعد الضريبة|total after tax|total after vat|amount after tax";
export const SUBTOTAL =
  "subtotal|مجموع المشتريات|إجمالي المشتريات|قيمة المشتريات|total purchases|vatable sales|vatable amount|taxable sales|sub total|sub-total|net amount|total excluding vat|total before vat|المجموع الفرعي|المجموع|الإجمالي قبل الضريبة|المجموع قبل الضريبة|net total|taxable amount|taxable value|total net|total excl. vat|total excl vat|total before tax|amount before vat|amount excl. vat|basic amount|المجموع بدون الضريبة|الإجمالي بدون الضريبة|المبلغ قبل الضريبة|المبلغ الخاضع للضريبة|الإجمالي غير شامل الضريبة|إجمالي قبل الضريبة|الإجمالي الفرعي|صافي قبل الضريبة|basic value|goods total|goods value|net value|net sum|net price|net total excl. vat|total goods|value of goods|total ex vat|total ex. vat|total (excl. vat)|total exclusive of vat|total without tax|total excluding tax|sum of items|المجموع دون الضريبة|المجموع دون احتساب الضريبة|المبلغ دون الضريبة|الإجمالي دون الضريبة|إجمالي البنود|قيمة البضاعة|المجموع غير شامل الضريبة|الوعاء الضريبي|المجموع دون أداء|المبلغ دون أداء|المبلغ خارج الرسم|المجموع خارج الرسم|المجموع خارج الرسوم";
export const VAT =
  "vat|total vat|vat amount|tax|total tax|sales tax|tax amount|ضريبة القيمة المضافة|الضريبة|مبلغ الضريبة|إجمالي الضريبة|vat total|value added tax|gst|total gst|igst|output vat|mwst|ust|tax total|إجمالي ضريبة القيمة المضافة|قيمة الضريبة|مبلغ ضريبة القيمة المضافة|ضريبة المبيعات|ضريبة القيمه المضافه|قيمة الضريبة المضافة|includes vat|includes vat at|including vat of|vat included|of which vat|plus vat|add vat|vat charged|tax charged|tax due|sales tax due|الضريبة على القيمة المضافة|الأداء على القيمة المضافة|الرسم على القيمة المضافة|ضريبة القيمة المضافة المستحقة|الضريبة المضافة|ضريبة مبيعات|الضريبة العامة على المبيعات|مجموع ضريبة المبيعات|ض.ق.م|ض ق م|ض.ق.م.";
export const PHONE =
  "daytime phone|daytime telephone|home phone|work phone|phone|tel|telephone|mobile|contact number|هاتف|الهاتف|جوال|الجوال|رقم الهاتف|phone no|phone number|tel no|mob|mobile no|mobile number|cell|cell phone|telephone no|contact no|رقم الجوال|رقم الهاتف المحمول|المحمول|موبايل|تليفون|تلفون|رقم التلفون|هاتف رقم|جوال رقم|رقم المحمول|رقم الموبايل|رقم التواصل|للتواصل|رقم الاتصال|telephone number|call us|phone/fax|tel/fax|contact phone";
export const EMAIL =
  "email|e-mail|mail|البريد الإلكتروني|email address|e mail|e-mail address|بريد إلكتروني|البريد الالكتروني|إيميل|الإيميل|ايميل";
export const ADDRESS =
  "address|contact address|correspondence address|address for correspondence|عنوان المراسلة|عنوان المراسلات|عنوان التواصل|registered address|العنوان|home address|postal address|residential address|عنوان|عنوان السكن|السكن|العنوان المسجل|business address|current address|permanent address|mailing address|office address|العنوان البريدي|محل الإقامة|عنوان الإقامة|مقر الشركة|العنوان الحالي";
export const IBAN =
  "iban|iban no|iban number|رقم الآيبان|الآيبان|ايبان|bank iban|رقم الأيبان|الأيبان|آيبان|أيبان|رقم الحساب المصرفي الدولي|رقم الحساب الدولي|رقم آيبان|iban code|account iban|رقم الحساب الدولي (iban)|رقم الحساب (آيبان)";
export const NAME =
  "name|full name|الاسم|الاسم الكامل|name in full|holder name|name of holder|card holder|cardholder name|الإسم|اسم حامل البطاقة|الاسم بالكامل|الاسم الثلاثي|الاسم الرباعي|اسم الشخص|name of bearer|holder|bearer|candidate|candidate name|name of holder|الاسم ثلاثيا|اسم صاحب البطاقة|صاحب البطاقة";
export const BORN =
  "date of birth|birth date|dob|تاريخ الميلاد|born|born on|d.o.b|المولد|تاريخ الولادة|تاريخ و مكان الميلاد|تاريخ و محل الميلاد|تاريخ ومحل الميلاد|تاريخ ومكان الميلاد|date and place of birth|تاريخ الازدياد";
export const NATION = "nationality|citizenship|الجنسية";
export const SEX = "sex|gender|الجنس";
export const ISSUED =
  "issue date|date of issue|issued on|issuing date|تاريخ الإصدار|issued|date issued|issue|issuance date|licence issue date|license issue date|first issue date|date of issuance|صدرت في|صدرت بتاريخ|حررت في|تاريخ إصدار الرخصة|تاريخ اصدار|granted on|date granted|effective from|تاريخ القيد|تاريخ المنح|تاريخ الإصدار الأول|تاريخ الاصدار|تاريخ الصدور|صادرة في|صادرة بتاريخ";
export const EXPIRES =
  "expiry date|date of expiry|expires|expiration date|valid until|valid to|expiry|تاريخ الانتهاء|تاريخ الإنتهاء|صالح حتى|تاريخ انتهاء الصلاحية|expires on|expiration|exp date|exp. date|valid thru|valid till|licence expiry date|license expiry date|date of expiration|renewal date|صالحة حتى|صالحة لغاية|صالح لغاية|سارية حتى|ساري حتى|تنتهي في|تاريخ انتهاء الرخصة|تاريخ الصلاحية|تاريخ انتهاء|valid through|valid up to|expiring on|expires|end of validity|صالحة إلى|نافذة حتى|تنتهي صلاحيتها في|تنتهي الصلاحية في|سارية لغاية|تاريخ التجديد";
export const DATE =
  "date|dated|التاريخ|تاريخ|letter date|document date|issued on|on date|التاريخ هجري|بتاريخ|تحريرا في|حرر في|التاريخ الميلادي";

export const PARTIES: FieldRule[] = [
  {
    ...fieldRule(
      "first_party",
      "text",
      "first party|party a|الجهة المتعاقدة|party 1|party of the first part|the employer|employer|the client|the lessor|lessor|landlord|client|owner|customer|buyer|المالك|المكري|العميل|رب العمل|الطرف الأول|المؤجر|صاحب العمل|licensor|principal|the company|purchaser|المشتري|المتعاقد الأول|صاحب المشروع|المشغل|disclosing party|الجهة المالكة",
      true,
    ),
    read: partyName,
  },
  {
    ...fieldRule(
      "second_party",
      "text",
      "second party|party b|المتعاقد معه|party 2|party of the second part|the contractor|contractor|the consultant|the service provider|service provider|the lessee|lessee|tenant|the supplier|consultant|supplier|seller|provider|employee|المورد|المكتري|الموظف|العامل|البائع|الطرف الثاني|المستأجر|المقاول|مقدم الخدمة|licensee|vendor|subcontractor|الاستشاري|المتعهد|الأجير|المتعاقد الثاني|receiving party|worker",
      true,
    ),
    read: partyName,
  },
];
