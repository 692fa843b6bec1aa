/** Prints reports in a separate thread. */
import { answerInTime } from "lib/workers/answer_questions.ts";
import { reportPdf } from "./report_pdf.ts";

answerInTime(reportPdf);
