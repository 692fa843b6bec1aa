/** Lines of quantity and price on till receipts: "2 x 0.950", "0.532 kg @ £2.95/kg". */

export const NUMBER = "(?:\\d{1,3}(?:,\\d{3})+\\.\\d{2,3}|\\d+(?:[.,]\\d+)?)";

const UNIT =
  "(?:kgs?|g|lbs?|oz|l|ltrs?|lit(?:er|re)s?|ml|cl|m|pcs?|ea|each|كجم|كغم?|كيلو|غرام|جرام|لتر|متر|حبه|حبة|قطعه|قطعة|عدد)\\.?";

/** The sign of a currency before a price. */
const SIGN = "(?:(?:[$£€₹]|R|Rs\\.?|Ksh\\.?|AED|SAR|QAR|OMR|BHD|KWD|ZAR|EGP|INR|USD|EUR|GBP)\\s?)?";

/** Between the number and the price: a unit of measure, the sign, and the sign of a currency. */
const BY = `(?:\\s*${UNIT})?\\s*(?:x|×|\\*|@)\\s*${SIGN}`;
/** After the price. */
const PER = `(?:\\s?/\\s?${UNIT})?`;

/** Matches both numbers. */
export const COUNT_AND_PRICE = `(${NUMBER})${BY}(${NUMBER})${PER}`;

/** An amount with decimals, perhaps taken off, optional currency sign and letters of its tax rate: "£4.50", "34.99 A". */
export const ROLL_AMOUNT = new RegExp(
  `^${SIGN}(-?(?:\\d{1,3}(?:,\\d{3})+\\.\\d{2,3}|\\d+[.,]\\d{2,3}))(?:\\s?\\p{L}{1,2}|\\s?\\*)?$`,
  "u",
);
