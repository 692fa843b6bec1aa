const ARABIC_ZERO = "٠".charCodeAt(0);
const PERSIAN_ZERO = "۰".charCodeAt(0);

/** Converts Arabic-Indic and Persian digits and separators to ASCII, one to one, so that text positions stay valid. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/٫/g, ".").replace(/٬/g, ",").replace(/٪/g, "%");
}
