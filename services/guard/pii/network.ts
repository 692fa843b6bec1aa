import { LABEL } from "./labels.ts";
import { isOtherNumber, labelContext, type Scan } from "./scan.ts";

const isHex = (unit: number) =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);
const isAlphanumeric = (unit: number) =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95;

/** An IPv4 address whose first part is run `k`. */
export function findIpv4(scan: Scan, k: number): void {
  const { text, runs } = scan;
  const start = runs.start[k] ?? 0;
  if (text.charCodeAt(runs.end[k] ?? 0) !== 46 || k + 3 >= runs.count) return;
  if (text.charCodeAt(start - 1) === 46 || text.charCodeAt(start - 1) === 45) return;
  let small = 0;
  for (let j = k; j < k + 4; j++) {
    const [from, to] = [runs.start[j] ?? 0, runs.end[j] ?? 0];
    if (to - from > 3 || (to - from > 1 && text.charAt(from) === "0")) return;
    if (j > k && (from !== (runs.end[j - 1] ?? 0) + 1 || text.charCodeAt(from - 1) !== 46)) return;
    if (Number(text.slice(from, to)) > 255) return;
    if (to - from === 1) small++;
  }
  const end = runs.end[k + 3] ?? 0;
  const after = text.charCodeAt(end);
  if ((after === 46 || after === 45) && isAlphanumeric(text.charCodeAt(end + 1))) return;
  if (isProductVersion(text, start, end)) return;
  const confidence = ipv4Confidence(scan, start, end, small);
  if (confidence > 0) scan.findings.push({ type: "IP_ADDRESS", start, end, confidence, checked: true });
}

/**
 * Matches `Chrome/120.0.0.0` in a browser's name; a real address ending like that identifies nobody either.
 */
function isProductVersion(text: string, start: number, end: number): boolean {
  return text.charAt(start - 1) === "/" && /[A-Za-z]/.test(text.charAt(start - 2)) &&
    text.slice(start, end).endsWith(".0.0");
}

/** Loopback, the unspecified address and netmasks identify nobody. */
const NOBODYS = /^(?:0|127|255)\./;
const RESOLVERS = new Set(["1.1.1.1", "8.8.8.8", "8.8.4.4", "9.9.9.9"]);

/** Four one-digit parts are a version or a clause unless labelled as an address. */
function ipv4Confidence(scan: Scan, start: number, end: number, small: number): number {
  if (NOBODYS.test(scan.text.slice(start, end)) || isOtherNumber(scan, start)) return 0;
  if (small < 4 || RESOLVERS.has(scan.text.slice(start, end))) return 0.9;
  return labelContext(scan, start, end, LABEL.network) === "said" ? 0.7 : 0;
}

/** The finding around a colon at `index`: a URL with credentials, a MAC address or an IPv6 address. */
export function findAtColon(scan: Scan, index: number): void {
  const { text } = scan;
  if (text.charCodeAt(index + 1) === 47 && text.charCodeAt(index + 2) === 47) return findUrl(scan, index);
  let start = index;
  while (start > 0 && index - start < 45 && isAddressPart(text.charCodeAt(start - 1))) start--;
  // Each group is parsed once, from its first colon.
  if (text.slice(start, index).includes(":")) return;
  let end = index;
  while (end < text.length && end - start < 46 && isAddressPart(text.charCodeAt(end))) end++;
  while (end > start && text.charCodeAt(end - 1) === 46) end--;
  if (isAlphanumeric(text.charCodeAt(start - 1)) || isAlphanumeric(text.charCodeAt(end))) return;
  if (/^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text.slice(start, end))) return addMac(scan, start, end);
  if (text.charCodeAt(end - 1) === 58 && text.charCodeAt(end - 2) !== 58) end--;
  const address = text.slice(start, end);
  // A network's prefix is no host.
  if (address.endsWith("::") || !isIpv6(address) || !scan.wanted("IP_ADDRESS")) return;
  scan.findings.push({ type: "IP_ADDRESS", start, end, confidence: 0.9, checked: true });
}

const isAddressPart = (unit: number) => isHex(unit) || unit === 58 || unit === 46;

/** Eight groups, or fewer around one `::` when it is an address rather than an `a::b` of a program. */
function isIpv6(address: string): boolean {
  const halves = address.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => half === "" ? [] : half.split(":"));
  const last = groups.at(-1) ?? "";
  const dotted = last.includes(".");
  if (dotted && !isIpv4(last)) return false;
  const plain = dotted ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const size = plain.length + (dotted ? 2 : 0);
  // Eight single digits are a ratio or a list.
  if (halves.length === 1) return size === 8 && plain.some((group) => group.length > 2);
  return size < 8 && size > 0 && /\d/.test(address) && (size >= 3 || /^(?:[0-9a-f]{4}:|::1$)/i.test(address));
}

/** Four numbers up to 255 without leading zeros. */
function isIpv4(address: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address) &&
    address.split(".").every((part) => Number(part) <= 255 && String(Number(part)) === part);
}

function addMac(scan: Scan, start: number, end: number): void {
  if (!scan.wanted("MAC_ADDRESS")) return;
  const digits = scan.text.slice(start, end).replace(/[:.-]/g, "");
  if (/^(.)\1+$/.test(digits)) return;
  scan.findings.push({ type: "MAC_ADDRESS", start, end, confidence: 0.9, checked: true });
}

/** A MAC address written with dashes, whose first dash is at `index`. */
export function findDashedMac(scan: Scan, index: number): void {
  const { text } = scan;
  const start = index - 2;
  const before = text.charCodeAt(start - 1);
  if (!isHex(text.charCodeAt(start)) || before === 45 || isAlphanumeric(before)) return;
  const address = text.slice(start, start + 17);
  const after = text.charCodeAt(start + 17);
  if (after === 45 || isAlphanumeric(after)) return;
  if (/^(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$/i.test(address)) addMac(scan, start, start + 17);
}

/** A MAC address in Cisco's form, whose first token ends at `index`. */
export function findDottedMac(scan: Scan, index: number): void {
  const { text } = scan;
  const address = text.slice(index - 4, index + 10);
  const [before, after] = [text.charCodeAt(index - 5), text.charCodeAt(index + 10)];
  if (before === 46 || isAlphanumeric(before) || isAlphanumeric(after)) return;
  if (/^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i.test(address) && /[a-f]/i.test(address)) {
    addMac(scan, index - 4, index + 10);
  }
}

/** A URL that carries a user name and a password: `scheme://user:password@host…`. */
function findUrl(scan: Scan, colon: number): void {
  const { text } = scan;
  if (!scan.wanted("URL_CREDENTIALS")) return;
  let start = colon;
  while (start > 0 && colon - start < 20 && /[a-z0-9+.-]/i.test(text.charAt(start - 1))) start--;
  if (start === colon) return;
  const rest = text.slice(colon + 3, colon + 515);
  const match = /^[^\s/@:"'<>]{0,128}:[^\s/@"'<>]{1,256}@[^\s/@"'<>]{1,255}(?:\/[^\s"'<>]{0,256})?/.exec(
    rest,
  );
  if (!match) return;
  const end = colon + 3 + match[0].replace(/[.,;:!?)\]}،؛]+$/, "").length;
  scan.findings.push({ type: "URL_CREDENTIALS", start, end, confidence: 0.95, checked: true });
}
