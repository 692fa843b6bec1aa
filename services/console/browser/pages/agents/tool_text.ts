/** What tools do, in the page's language where they are built in; others stay as their servers describe them. */
import { inArabic, sayingsIn } from "../../../shared/sayings.ts";
import { translatedSentence } from "../../i18n/translated_sentences.ts";
import { TOOL_SAYINGS } from "../../i18n/sayings/tool_sayings.ts";

const TOOLS = inArabic(sayingsIn(TOOL_SAYINGS));

export const toolText = (description: string): string => translatedSentence(TOOLS, description);
