import { fold } from "lib/fold.ts";
import type { OcdsTender } from "./ocds_schema.ts";
import type { TenderStatus } from "../tenders/tender_status.ts";

/** Texts that the export writes and the import recognises. */
export const SEALED = "Bids are sealed until the deadline";
export const REQUIREMENTS = "requirements";
export const OFFER = "offer";
export const DELIVERY_DAYS = "delivery-days";
export const QUALIFICATION = "qualification";
export const PROPOSAL = "submissionDocuments";
export const DISQUALIFICATION = "disqualification";

/** Our statuses in OCDS; between deadline and award OCDS still calls a tender active. */
export const OCDS_STATUS: Record<TenderStatus, NonNullable<OcdsTender["status"]>> = {
  draft: "planned",
  open: "active",
  closed: "active",
  under_evaluation: "active",
  evaluated: "active",
  awarded: "complete",
  unsuccessful: "unsuccessful",
  cancelled: "cancelled",
};

type MainCategory = "goods" | "works" | "services";

const CATEGORY_WORDS: Record<MainCategory, string[]> = {
  goods: ["goods", "supplies", "supply", "equipment", "توريد", "توريدات", "سلع", "بضائع", "مواد"],
  works: ["works", "work", "construction", "building", "أشغال", "إنشاءات", "مقاولات", "بناء"],
  services: ["services", "service", "consulting", "consultancy", "maintenance", "خدمات", "استشارات", "صيانة"],
};

/** The OCDS procurement category of a category, if any. */
export function mainCategory(category: string): MainCategory | undefined {
  const words = fold(category).split(/[^\p{L}\p{N}]+/u);
  return (["goods", "works", "services"] as const).find((main) =>
    CATEGORY_WORDS[main].some((word) => words.includes(fold(word)))
  );
}
