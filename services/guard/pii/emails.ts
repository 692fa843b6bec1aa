import { isWord } from "../matching/characters.ts";
import type { Scan } from "./scan.ts";

const LOCAL_MARKS = "._%+-'";
const MOST_LOCAL = 64;
const MOST_DOMAIN = 253;

/** The e-mail address around an at sign, local part and domain in any script. */
export function findEmail(scan: Scan, at: number): void {
  const { text } = scan;
  const start = localStart(text, at);
  const end = domainEnd(text, at);
  if (start === at || end === 0) return;
  const [local, domain] = [text.slice(start, at), text.slice(at + 1, end)];
  if (/^\.|\.\.|\.$/.test(local) || !isDomain(domain)) return;
  // Not addresses: image names such as icon@2x.png, and version-control remotes.
  if (/^\d(?:\.\d)?x\.[a-z]{3,4}$/i.test(domain)) return;
  if (local === "git" && text.charAt(end) === ":") return;
  scan.findings.push({ type: "EMAIL", start, end, confidence: 0.95, checked: true });
}

/** Moves left over the characters of a local part; stops where the script changes. */
function localStart(text: string, at: number): number {
  let start = at;
  let ascii: boolean | undefined;
  while (start > 0 && at - start < MOST_LOCAL) {
    const unit = text.charCodeAt(start - 1);
    if (isWord(unit)) {
      if (unit >= 48 && unit <= 57) {
        start--;
        continue;
      }
      ascii ??= unit < 128;
      if (ascii !== unit < 128) break;
    } else if (!LOCAL_MARKS.includes(text.charAt(start - 1))) break;
    start--;
  }
  if (at - start === MOST_LOCAL && isWord(text.charCodeAt(start - 1))) return at;
  while (start < at && LOCAL_MARKS.includes(text.charAt(start))) start++;
  return start;
}

/** The end of the longest domain behind the at sign, 0 when there is none. */
function domainEnd(text: string, at: number): number {
  let end = at + 1;
  const last = Math.min(text.length, at + 1 + MOST_DOMAIN);
  while (end < last) {
    const unit = text.charCodeAt(end);
    if (!isWord(unit) && unit !== 45 && unit !== 46) break;
    if (unit === 95) break;
    end++;
  }
  while (end > at + 1 && (text.charCodeAt(end - 1) === 46 || text.charCodeAt(end - 1) === 45)) end--;
  return end > at + 3 ? end : 0;
}

function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length < 2 || !/^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/u.test(top)) return false;
  return labels.every((label) => label.length > 0 && label.length < 64 && !/^-|-$/.test(label));
}
