/** The kinds of things that the palette finds. */
import type { SearchKind } from "../../shared/search.ts";
import { words } from "../i18n/words.ts";

const t = words(
  {
    tender: ["Tender", "مناقصة"],
    supplier: ["Supplier", "مورّد"],
    document: ["Document", "مستند"],
    transcription: ["Transcript", "نص تسجيل"],
    agent: ["Agent", "وكيل"],
    run: ["Run", "تشغيل"],
    policy: ["Policy", "سياسة"],
    key: ["Key", "مفتاح"],
    team: ["Team", "فريق"],
    customer: ["Customer", "عميل"],
    model: ["Model", "نموذج"],
    benchmark: ["Benchmark", "معيار قياس"],
    result: ["Evaluation", "تقييم"],
    system: ["Assessed system", "نظام مُقيَّم"],
    assessment: ["Assessment", "تقييم امتثال"],
  } satisfies Record<SearchKind, readonly [string, string]>,
);

export const kindName = (kind: SearchKind): string => t(kind);
