import { z } from "zod";

/** A text in both languages; neither may be missing. */
export const Bilingual = z.strictObject({
  en: z.string().trim().min(1),
  ar: z.string().trim().min(1).regex(/\p{Script=Arabic}/u),
});
export type Bilingual = z.output<typeof Bilingual>;

/** A text in both languages, or one string that is the same in both, such as the number of a control. */
export const Label = z.preprocess(
  (value) => typeof value === "string" ? { en: value, ar: value } : value,
  z.strictObject({ en: z.string().trim().min(1), ar: z.string().trim().min(1) }).refine(
    ({ en, ar }) => en === ar || /\p{Script=Arabic}/u.test(ar),
    { path: ["ar"], message: "is not in Arabic" },
  ),
);

export const Language = z.object({
  lang: z.enum(["en", "ar"]).default("en").meta({ description: "The language of the words", example: "ar" }),
});
export type Lang = z.output<typeof Language>["lang"];

/** `text` in one language; reports of earlier versions keep some texts in English only. */
export function inLanguage(text: string | Bilingual, lang: Lang): string {
  return typeof text === "string" ? text : text[lang];
}
