const ARABIC_ZERO = "٠".charCodeAt(0);
const PERSIAN_ZERO = "۰".charCodeAt(0);

/** Arabic-Indic and Persian digits and separators as ASCII, one for one, so that places in the text stay the same. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/٫/g, ".").replace(/٬/g, ",").replace(/٪/g, "%");
}
