/** Lines of quantity and price on till receipts: "2 x 0.950", "0.532 kg @ £2.95/kg". */

export const NUMBER = "\\d+(?:[.,]\\d+)?";

const UNIT =
  "(?:kgs?|g|lbs?|oz|l|ltrs?|lit(?:er|re)s?|ml|cl|m|pcs?|ea|each|كجم|كغم?|كيلو|غرام|جرام|لتر|متر|حبه|حبة|قطعه|قطعة|عدد)\\.?";

/** Between the number and the price: a unit of measure, the sign, and the sign of a currency. */
const BY = `(?:\\s*${UNIT})?\\s*(?:x|×|\\*|@)\\s*(?:[$£€]\\s?)?`;
/** After the price. */
const PER = `(?:\\s?/\\s?${UNIT})?`;

/** Matches both numbers. */
export const COUNT_AND_PRICE = `(${NUMBER})${BY}(${NUMBER})${PER}`;

/** An amount with decimals, perhaps taken off, optional currency sign and letters of its tax rate: "£4.50", "34.99 A". */
export const ROLL_AMOUNT = /^[$£€]?\s?(-?\d+[.,]\d{2,3})(?:\s?\p{L}{1,2}|\s?\*)?$/u;
