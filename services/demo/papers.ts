/** Long documents attached to questions for models: committee minutes of realistic length. */

interface Minutes {
  title: string;
  item: string;
  bodies: string[];
  reports: string[];
  decisions: string[];
  due: string;
}

const ENGLISH: Minutes = {
  title: "Minutes of the steering committee",
  item: "Item",
  bodies: [
    "Roads and bridges",
    "Public parks",
    "Licensing",
    "Harbour operations",
    "Procurement",
    "Health inspection",
  ],
  reports: [
    "reported that the works of the second stage stand at two thirds, with the drainage contract a week behind.",
    "presented the figures of the quarter: fewer complaints, and answers within four working days on average.",
    "asked for a review of the tariff, because the cost of maintenance has risen since it was last set.",
    "described three cases in which forms were returned for a missing attachment and proposed a shorter form.",
    "named the suppliers whose guarantees end this year and the steps that each renewal needs.",
  ],
  decisions: [
    "The committee took note and asked for a written report with costs.",
    "The committee approved the proposal within the budget of the year.",
    "The committee postponed its decision until the legal department has given its opinion.",
    "The committee formed a working group of three departments.",
  ],
  due: "To be done before the next meeting; responsible: the head of the department.",
};

const ARABIC: Minutes = {
  title: "محضر اجتماع لجنة التسيير",
  item: "البند",
  bodies: [
    "إدارة الطرق والجسور",
    "إدارة الحدائق العامة",
    "إدارة التراخيص",
    "عمليات الميناء",
    "المشتريات",
    "الرقابة الصحية",
  ],
  reports: [
    "أفادت بأن أعمال المرحلة الثانية بلغت الثلثين، وأن عقد تصريف المياه متأخر أسبوعًا عن جدوله.",
    "عرضت أرقام الربع: تراجع عدد الشكاوى، وبلغ متوسط الرد أربعة أيام عمل.",
    "طلبت مراجعة التعرفة لأن كلفة الصيانة ارتفعت منذ آخر تحديد لها.",
    "وصفت ثلاث معاملات أعيدت لنقص مرفق، واقترحت نموذجًا أقصر للطلب.",
    "سمّت الموردين الذين تنتهي ضماناتهم هذا العام والخطوات اللازمة لتجديد كل منها.",
  ],
  decisions: [
    "أحيطت اللجنة علمًا وطلبت تقريرًا مكتوبًا بالتكاليف.",
    "وافقت اللجنة على المقترح ضمن ميزانية السنة.",
    "أرجأت اللجنة قرارها إلى أن تبدي إدارة الشؤون القانونية رأيها.",
    "شكّلت اللجنة فريق عمل من ثلاث إدارات.",
  ],
  due: "ينفذ قبل الاجتماع القادم، والمسؤول مدير الإدارة.",
};

const FEWEST_ITEMS = 60;
const MORE_ITEMS = 30;

/** The document of a call: deterministic, about two to nine thousand words. */
export function paperFor(index: number): string {
  const { title, item, bodies, reports, decisions, due } = index % 2 === 0 ? ARABIC : ENGLISH;
  const count = FEWEST_ITEMS + MORE_ITEMS * (index * 5 % 8);
  const pick = (from: string[], number: number) => from[number % from.length] ?? "";
  const items = Array.from(
    { length: count },
    (_, at) =>
      `${item} ${at + 1}. ${pick(bodies, at + index)} ${pick(reports, at * 3 + index)} ${
        pick(decisions, at + 1)
      } ${due}`,
  );
  return [title, ...items].join("\n");
}
