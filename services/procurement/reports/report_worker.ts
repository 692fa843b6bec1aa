/** Prints reports in a thread of its own. */
import { answerInTime } from "lib/workers/answer_questions.ts";
import { reportPdf } from "./report_pdf.ts";

answerInTime(reportPdf);
