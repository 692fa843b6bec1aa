import assert from "node:assert/strict";
import { numeric } from "./numeric.ts";

const CASES: [question: string, text: string, target: number, score: number | null][] = [
  ["Ada is 4 years older than Bo, who is 11. How old is Ada?", "Ada is 15, Bo is 11.", 15, 1],
  ["Ada is 4 years older than Bo, who is 11. How old is Ada?", "Ada is 16, Bo is 11.", 15, 0],
  ["Average of 4, 6 and 8?", "(4 + 6 + 8) / 3 = 18 / 3 = 6", 6, 1],
  ["How old is Ada if Bo is 30 and she is 5 younger?", "Ada is 25 while Bo is 30.", 25, 1],
  [
    "A bus covers 90 km in 2 h. Speed?",
    "It goes 45 km every hour, so in 2 hours it has covered 90 km.",
    45,
    1,
  ],
  [
    "When did the league form?",
    "The league was formed in 1961, with four towns; the fifth joined in 1972.",
    1961,
    1,
  ],
  ["When did the fifth town join?", "The league was formed in 1961; the fifth town joined in 1972.", 1972, 1],
  ["Which is more, 5 or 9?", "9 is more than 5", 9, null],
  ["Pay 37 out of a note of 50. What is left?", "There are 13 left of the 50.", 13, 1],
  ["How many pens in 5 boxes of 8?", "5 x 8 = 40 pens. That is 4 packs of 10.", 40, 1],
  ["How many pens in 5 boxes of 8?", "5 x 8 = 40 pens. There are 4 packs.", 40, null],
  [
    "How many minutes in 4 days?",
    "There are 24 hours in a day, 4 × 24 = 96 hours, so 5,760 minutes.",
    5760,
    1,
  ],
  ["How many seconds in 1.5 minutes?", "1 min = 60 s, 0.5 min = 30 s → 90 s", 90, 1],
  ["What is 6 factorial?", "6! = 720.", 720, 1],
  ["What is the volume of the box in litres?", "The volume is 60 litres, and its height is 40 cm.", 60, null],
  ["What is the height of the box in cm?", "The volume is 60 litres, and its height is 40 cm.", 40, 1],
  ["What is the final price?", "The price was 200, and after the discount it is 150.", 150, null],
  ["ما مساحة الغرفة؟", "المساحة ٤٨ مترا مربعا، والمحيط ٢٨ مترا.", 48, null],
  ["What is a fifth of 160?", "A tenth is 16, so it must be 16 + 16.", 32, null],
  ["Loss as a negative number?", "She loses 45.", -45, null],
  ["Loss as a negative number?", "She made 45.", -45, 0],
  ["When did it open?", "It opened in '97.", 1997, null],
  ["When did it open?", "It opened with 97 rooms.", 1997, 0],
  ["How many plums in 3 dozen?", "Three dozen are thirty-six plums.", 36, 1],
  ["How many plums in 3 dozen?", "Three dozen are thirty-five plums.", 36, 0],
  ["كم درجة؟", "درجتان تحت الصفر", -2, null],
  ["كم درجة؟", "تصبح أربع درجات تحت الصفر.", -4, 1],
  ["كم يتبقى من ٥٠ ريالاً بعد دفع ١٨؟", "يتبقى ٣٢ ريالاً من أصل ٥٠ ريالاً.", 32, 1],
  ["كم ربع ٨٠؟", "ربع الثمانين هو عشرون.", 20, null],
  ["كم دقيقة في ٣ ساعات؟", "الساعة ٦٠ دقيقة، وعليه فالجواب مئة وثمانون دقيقة.", 180, 1],
  ["Days of February in a leap year?", "It has 29 days, compared with 28 in other years.", 29, 1],
  ["كم يوماً في فبراير من سنة كبيسة؟", "فيه ٢٩ يوماً، بزيادة يوم على المعتاد وهو ٢٨.", 29, 1],
  ["Days of a leap year?", "A common year has 365 days, while a leap year has 366.", 366, 1],
  ["Days of a leap year?", "A leap year has 366 days, whereas a common year has 365.", 366, 1],
  ["Days of a leap year?", "A leap year has 365 days, whereas a common year has 366.", 366, 0],
  ["Ben had 18 marbles and lost 7. How many now?", "He had 18, lost 7, and is left with eleven.", 11, 1],
  ["In which year was the bridge opened?", "It was opened in May 1932, after 8 years of work.", 1932, 1],
  ["In which year was the bridge opened?", "It was opened in May 1933, after 8 years of work.", 1932, 0],
  ["What is absolute zero in °C below ice?", "Ice melts at 273.15 K.", 273.15, 1],
  ["How many people?", "50K people.", 50_000, 1],
  ["What is 31 x 29?", "Roughly 900; exactly 899.", 899, 1],
  ["كم عدد اللاعبين؟", "عددهم ٢٣ لاعباً، منهم ٣ حراس.", 23, 1],
  ["كم غراماً؟", "مئتا غرام", 200, 1],
];

for (const [question, text, target, score] of CASES) {
  Deno.test(`numeric() of "${text}" against ${target} is ${score}`, () => {
    assert.equal(numeric({ text }, [String(target)], { question }).score, score);
  });
}
