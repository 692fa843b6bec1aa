/** Repairs cells of scans that can be meant in one way only. */

/** The most characters of a day or an amount. */
const LONGEST = 40;

/** A zero for the letter O in the month of a day: "02-0CT-2026", "5 N0V 26". */
const ZERO_FOR_O = /^(\d{1,2}[\s./-]{0,2}n?)0((?:ct|v)[\s./-]{0,2}\d{2,4})$/i;

/** An amount of whole groups, with a space beside its signs: "318, 400.00", "2,541,647 .74CR", "1 .250,00". */
const SPACED_AMOUNT =
  /^[^\d٠-٩]{0,4}[\d٠-٩]{1,3}(?:(?:\s?[,٬]\s?[\d٠-٩]{3})+(?:\s?[.٫]\s?[\d٠-٩]{2,3})|(?:\s?\.\s?[\d٠-٩]{3})+\s?,\s?[\d٠-٩]{2}|\s[.٫][\d٠-٩]{2,3})(?:\s?[cd]r\.?|\s?-)?$/iu;

/** A cell of a scan, with the letter O in the name of its month, or without the spaces beside the signs of its amount. */
export function mendedCell(cell: string): string {
  if (cell.length > LONGEST) return cell;
  const [, day, rest = ""] = ZERO_FOR_O.exec(cell) ?? [];
  if (day !== undefined) return `${day}${/^[A-Z]/.test(rest) ? "O" : "o"}${rest}`;
  return SPACED_AMOUNT.test(cell) ? cell.replace(/(?<=[\d٠-٩])\s?([.,٫٬])\s?(?=[\d٠-٩])/gu, "$1") : cell;
}
