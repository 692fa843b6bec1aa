/**
 * Ready transcripts for upload: two meetings, and the text of three recordings of `services/voice/fixtures/`,
 * which a transcript's page can play.
 */
import type { Person } from "./client.ts";
import { HUDA, MARYAM, OMAR, SALEM } from "./people.ts";

export interface Brought {
  name: string;
  by: Person;
  content: string;
}

/** Start in seconds and text; a cue lasts until the next one. */
type Cue = [number, string];

const COMMITTEE: Cue[] = [
  [0, "<v هدى>صباح الخير. نبدأ جلسة لجنة تقييم مناقصة الأجهزة الطبية.</v>"],
  [7, "<v سالم>وصلت أربعة عروض قبل الموعد، وعرض واحد بعده فلم يُفتح.</v>"],
  [14.5, "<v هدى>ما أقل الأسعار المقبولة فنيًّا؟</v>"],
  [18, "<v سالم>عرض شركة النخيل: ستمئة وعشرون ألف درهم، والتسليم خلال ثلاثين يومًا.</v>"],
  [26, "<v مريم>الضمان فيه سنة واحدة، والشرط سنتان. أقترح طلب إيضاح.</v>"],
  [33.5, "<v هدى>موافقة. يُرسل طلب الإيضاح اليوم، ونعود يوم الخميس في التاسعة.</v>"],
  [42, ""],
];

const CALL: Cue[] = [
  [0, "Thank you for joining. This call is about question four of the clarifications."],
  [6.2, "We understand that the servers must stay within the country."],
  [11, "Yes. Data at rest and backups too; support staff may work from abroad with logged access."],
  [18.4, "Then our price changes by about three percent. May we send a revised annex?"],
  [24, "Only before Sunday at noon, and all bidders will receive the same answer in writing."],
  [31.5, ""],
];

const clock = (seconds: number, mark: string) =>
  `00:00:${String(Math.floor(seconds)).padStart(2, "0")}${mark}${
    String(Math.round(seconds % 1 * 1000)).padStart(3, "0")
  }`;

function cues(of: Cue[], mark: string): string {
  return of.slice(0, -1).map(([start, words], index) =>
    `${clock(start, mark)} --> ${clock(of[index + 1]?.[0] ?? start, mark)}\n${words}\n`
  ).join("\n");
}

/** The text of a recording without pauses. */
const recorded = (seconds: number, words: string) => cues([[0, words], [seconds, ""]], ",");

export const BROUGHT: Brought[] = [
  { name: "محضر لجنة التقييم.vtt", by: HUDA, content: `WEBVTT\n\n${cues(COMMITTEE, ".")}` },
  { name: "Clarification call.srt", by: MARYAM, content: cues(CALL, ",") },
  { name: "Opening words.srt", by: OMAR, content: recorded(1.822, "The meeting starts at nine.") },
  { name: "كلمة ترحيب.srt", by: SALEM, content: recorded(2.87, "مرحبا بكم في الاجتماع") },
];
