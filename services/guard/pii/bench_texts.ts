/** Texts to measure with. */
export const ENGLISH =
  "The committee met on Tuesday to review the annual report (page 12 of 48), and Mr Saleh said that the budget " +
  "of 1,250,000 dirhams for 2026 was approved after a discussion of its third chapter: roads, schools and parks. ";
const ARABIC =
  "اجتمعت اللجنة يوم الثلاثاء لمراجعة التقرير السنوي، وقال السيد صالح إن ميزانية ٢٠٢٦ البالغة ١٬٢٥٠٬٠٠٠ درهم قد اعتُمدت " +
  "بعد مناقشة الفصل الثالث منها: الطرق والمدارس والحدائق، على أن تُنشر في الجريدة الرسمية قبل نهاية العام. ";
const CONTACT = "Contact office@example.ae or +971 4 331 2345. للتواصل الهاتف 0501234567. ";
export const SIZE = 100_000;
export const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
// An entity every 500 characters.
export const PROSE = fill((ENGLISH + ARABIC).repeat(3) + CONTACT);
