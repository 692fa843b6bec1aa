/** Text as it is searched: without marks, tatweel and case, alef and teh forms alike, digits ASCII. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/[\p{M}\u0640\u2066-\u2069]/gu, "")
    .replaceAll("ى", "ي").replaceAll("ة", "ه")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).toLowerCase();
}
