/** What the documents service says of doubts and contradictions, English above Arabic; parts stand in braces. */
export const ISSUE_SAYINGS = `
Read with low confidence ({confidence})
قُرئت بيقين منخفض ({confidence})
Required field is missing: {field}
حقل مطلوب مفقود: {field}
Nothing could be read in the document
تعذّرت قراءة أي شيء في المستند
No row of goods or services could be read
تعذّرت قراءة أي بند من السلع أو الخدمات
No entry could be read
تعذّرت قراءة أي قيد
The file holds text that nobody sees on the page, which counts for nothing: "{text}"
في الملف نص لا يراه أحد على الصفحة، ولا يُعتدّ به: «{text}»
Page {page} could not be read
تعذّرت قراءة الصفحة {page}
Page {page} is not blank, but nothing could be read on it
الصفحة {page} ليست فارغة، لكن تعذّرت قراءة أي شيء عليها
Page {page} has an area with ink in which nothing was read: a picture, a stamp, a signature or handwriting
في الصفحة {page} موضع فيه حبر لم يُقرأ فيه شيء: صورة أو ختم أو توقيع أو خط يد
Page {page} has {count} areas with ink in which nothing was read: a picture, a stamp, a signature or handwriting
في الصفحة {page} مواضع فيها حبر لم يُقرأ فيها شيء ({count}): صورة أو ختم أو توقيع أو خط يد
The type {type} is no longer defined: nothing checks its fields
لم يعد النوع {type} معرّفًا: لا شيء يتحقق من حقوله
The IBAN's check digits are wrong
رقما التحقق في رقم الحساب الدولي (IBAN) خاطئان
The Emirates ID's check digit is wrong
رقم التحقق في الهوية الإماراتية خاطئ
The national id's check digit is wrong
رقم التحقق في الهوية الوطنية خاطئ
The card number's check digit is wrong
رقم التحقق في رقم البطاقة خاطئ
The check digits of the tax number ({country}) are wrong
أرقام التحقق في الرقم الضريبي ({country}) خاطئة
The tax number has not the shape of one of {country}
صيغة الرقم الضريبي ليست صيغة أرقام {country}
due_date is not {days} days after invoice_date, as the terms of payment say
تاريخ الاستحقاق ليس بعد {days} يومًا من تاريخ الفاتورة كما تقول شروط الدفع
No currency is named
لم تُذكر العملة
No known currency has this name alone
لا تُعرف عملة بهذا الاسم وحده
No tax or charge was read that makes {total} of the subtotal {subtotal}
لم تُقرأ ضريبة ولا رسوم تجعل المجموع قبل الضريبة {subtotal} مساويًا {total}
Row {row} of the goods has an empty cell where words stand in the others
في السطر {row} من السلع خانة فارغة، وفي غيره كلمات
Row {row} of the goods has no name
ليس للسطر {row} من البنود اسم
Row {row} of the goods has a word that may be misread
في السطر {row} من السلع كلمة ربما قُرئت خطأً
Row {row} of the entries has an empty cell where words stand in the others
في السطر {row} من القيود خانة فارغة، وفي غيره كلمات
Row {row} of the entries has a word that may be misread
في السطر {row} من القيود كلمة ربما قُرئت خطأً
The correction "{value}" of a cell has no place: the new reading does not have its row
لا موضع للتصحيح «{value}» لخانة في جدول: سطرها ليس في القراءة الجديدة
Subtotal {subtotal} and tax {tax} do not add up to {total}
المجموع قبل الضريبة {subtotal} مضافًا إليه الضريبة {tax} لا يساوي {total}
Columns of the goods that could not be told: {headings}
أعمدة في السلع لم يُعرف معناها: {headings}
Row {row}: {fields} was not read right and follows from the other figures
السطر {row}: لم تُقرأ {fields} قراءة صحيحة، واستُنتجت من بقية الأرقام
Row {row} of the goods has no name that can be read
لا اسم مقروءًا في السطر {row} من السلع
Row {row} of the goods has no amount that can be read
لا مبلغ مقروءًا في السطر {row} من السلع
Row {row}: {quantity} x {price} is not {amount}
السطر {row}: {quantity} × {price} لا يساوي {amount}
The line items cannot be held against a total, since none was read
لا يمكن مطابقة البنود مع إجمالي، إذ لم يُقرأ إجمالي
The {count} line items add up to {sum}, not {expected}
مجموع البنود ({count}) هو {sum}، وليس {expected}
VAT is {rate} % of the subtotal; the standard rate of {country} is {standard} %
ضريبة القيمة المضافة {rate}٪ من المجموع قبل الضريبة؛ والنسبة الأساسية في {country} هي {standard}٪
{second} is before {first}
{second} قبل {first}
{second} is unusually long after {first}
{second} بعد {first} بمدة أطول من المعتاد
{field} lies in the future
{field} في المستقبل
The document expired on {date}
انتهت صلاحية المستند في {date}
It looks like an attack on a model that reads it: {explanation}
يبدو هجومًا على النموذج الذي يقرؤه: {explanation}
The guard service did not check it for attacks
لم تفحصه خدمة الحارس بحثًا عن هجمات
The due date has passed
مضى تاريخ الاستحقاق
The balance does not follow from the row before in row {rows} of {count}
لا يتبع الرصيد ما قبله في السطر {rows} من {count}
The last balance is {balance}, not {closing}
الرصيد الأخير {balance}، وليس {closing}
Opening {opening} + credits {credits} − debits {debits} is {sum}, not {closing}
الافتتاحي {opening} + الدائن {credits} − المدين {debits} = {sum}، وليس {closing}
The model gave this value, but it does not stand in the document
أعطى النموذج هذه القيمة، وليست في المستند
The model gave this value, which is that of another field
أعطى النموذج هذه القيمة، وهي قيمة حقل آخر
Neither the other sums nor a named rate confirm this amount
لا تؤكد المجاميع الأخرى ولا نسبة مذكورة هذا المبلغ
What lies between tax and total
ما بين الضريبة والإجمالي
What lies between subtotal and total
ما بين المجموع قبل الضريبة والإجمالي
The paper names no total but this amount due
لا تذكر الورقة إجماليًا سوى هذا المبلغ المستحق
The amount in words is another
المبلغ المكتوب بالحروف غير هذا
The same day in the other calendar could not be read
تعذّرت قراءة اليوم نفسه بالتقويم الآخر
The paper has it in two languages
تذكره الورقة بلغتين
The sum of subtotal and tax
حاصل جمع المبلغ قبل الضريبة والضريبة
The sum of the goods: the paper names no total that was read
مجموع السلع: لم يُقرأ في الورقة إجمالي
The check digits of the machine-readable zone are wrong
أرقام التحقق في المنطقة المقروءة آليًا خاطئة
The day on which bids are opened
يوم فتح العطاءات
It was found by its shape alone: no label stands beside it
عُرفت من شكلها وحده: لا تسمية بجانبها
Letters that look alike may be mixed up
ربما اختلطت حروف متشابهة
Letters and digits that look alike may be mixed up
ربما اختلطت حروف وأرقام متشابهة
Row {row} of the goods lacks its quantity or price
السطر {row} من السلع تنقصه الكمية أو السعر
It may go on in the next line
ربما له تتمة في السطر التالي
Only some words of its label are known
لا يُعرف من تسميته إلا بعض كلماتها
No label names it; it stands where it belongs among the paper's days
لا تسمية له؛ وموضعه بين تواريخ الورقة يدل عليه
No label names it; it is the next name on the paper
لا تسمية له؛ وهو الاسم التالي في الورقة
The characters before it may be lost
قد تكون المحارف التي قبله سقطت
The first digit of its day may be lost
ربما سقط الرقم الأول من اليوم
A letter of it may be lost
ربما سقط حرف منها
Marks over its letters may be lost
ربما سقطت علامات فوق الحروف
A sign of it was misread; the goods add up to this
قُرئت علامة منه خطأ؛ مجموع السلع هو هذا المبلغ
Other amounts of the paper are a thousand times as high
مبالغ أخرى في الورقة أكبر منه ألف مرة
A longer name on the paper begins or ends with it
في الورقة اسم أطول يبدأ به أو ينتهي به
The paper names a firm that it may belong to
تذكر الورقة جهة ربما كان تابعًا لها
The paper has another tax number, which may be the vendor's
في الورقة رقم ضريبي آخر ربما كان للبائع
A sign between its letters may be a speck
ربما كانت علامة بين حروفه بقعة على الورقة
Another total of the paper is larger
في الورقة مجموع آخر أكبر منه
It is a person who acts for the party
هو شخص ينوب عن الطرف
It is not the currency of the paper's country
ليست عملة بلد هذه الورقة
A sign between the digits may be lost
ربما سقطت علامة بين الأرقام
An Arabic word of it may be misread
ربما قُرئت كلمة عربية منها خطأً
Latin letters in an Arabic line may be misread
ربما قُرئت حروف لاتينية في سطر عربي خطأً
The groups of its digits may run from either side
قد تُقرأ مجموعات أرقامه من أي من الجانبين
The discount between them was not read
لم يُقرأ الخصم الذي بينهما
Day and month can be read in either order, and nothing in the document says which
يمكن قراءة اليوم والشهر بأي ترتيب، وليس في المستند ما يبيّن أيهما
The number can be read in two ways, and nothing in the document says which
يمكن قراءة الرقم بطريقتين، وليس في المستند ما يبيّن أيهما
The entries cannot be held against an opening and a closing balance, since one of them was not read
لا يمكن مطابقة القيود مع الرصيدين الافتتاحي والختامي، إذ لم يُقرأ أحدهما
Its first digits were not read; the other sums say this
لم تُقرأ أرقامه الأولى؛ وتدل عليها بقية المجاميع
It has not the shape of the field {field}
لا يوافق صيغة الحقل {field}
Several of its values stand beside the label
بجانب التسمية أكثر من قيمة له
Its check digit is wrong
رقم التحقق فيه خاطئ
{fields} is {sum}, not {expected}
{fields} = {sum}، وليس {expected}
`;
