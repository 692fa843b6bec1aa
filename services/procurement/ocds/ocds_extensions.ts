/** The extensions of OCDS 1.1 that packages use. */
export const OCDS_EXTENSIONS = [
  "ocds_bid_extension/v1.1.5",
  "ocds_requirements_extension/master",
  "ocds_lots_extension/v1.1.5",
  "ocds_awardCriteriaBreakdown_extension/master",
  "ocds_pagination_extension/master",
].map((name) => `https://raw.githubusercontent.com/open-contracting-extensions/${name}/extension.json`);
