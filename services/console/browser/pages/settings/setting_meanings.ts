/** What settings do, in the page's language. */
import { inArabic, sayingsIn } from "../../../shared/sayings.ts";
import { translatedSentence } from "../../i18n/translated_sentences.ts";
import { PLATFORM_MEANINGS } from "../../i18n/sayings/platform_meanings.ts";
import { SERVICE_MEANINGS } from "../../i18n/sayings/service_meanings.ts";

const MEANINGS = inArabic([...sayingsIn(PLATFORM_MEANINGS), ...sayingsIn(SERVICE_MEANINGS)]);

export const meaningText = (meaning: string): string => translatedSentence(MEANINGS, meaning);
