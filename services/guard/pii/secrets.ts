import { LABEL } from "./labels.ts";
import { lastLabel } from "./labels.ts";
import type { Scan } from "./scan.ts";
import { isJwtHeader } from "./tokens.ts";

/** Keys with a prefix that names their issuer. */
const PREFIXED =
  /^(?:sk-(?:proj-|ant-|or-|svcacct-)?[A-Za-z0-9_-]{20,200}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,120}|(?:AKIA|ASIA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,120}|glpat-[A-Za-z0-9_-]{20,60}|xox[abeprs]-[A-Za-z0-9-]{10,200}|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,200}|SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,60}|hf_[A-Za-z0-9]{30,60}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,220}|whsec_[A-Za-z0-9+/=]{24,120}|dop_v1_[a-f0-9]{64}|gsk_[A-Za-z0-9]{40,80}|xai-[A-Za-z0-9]{60,100})(?![A-Za-z0-9_])/;
const FIRST_LETTERS =
  /^(?:sk[-_]|rk_|pk_|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|AIza|ya29|SG\.|hf_|npm_|pypi-|whsec_|dop_|gsk_|xai-|eyJ)/;

/** Code units that a key may begin with. */
const MAY_BEGIN = new Uint8Array(128);
for (const letter of "srpAgxyShnwde") MAY_BEGIN[letter.charCodeAt(0)] = 1;

/** A key or JSON Web Token that begins at `start`. */
export function findKey(scan: Scan, start: number): void {
  const { text } = scan;
  if (MAY_BEGIN[text.charCodeAt(start)] !== 1) return;
  if (!FIRST_LETTERS.test(text.slice(start, start + 12))) return;
  const length = text.startsWith("eyJ", start)
    ? jwtAt(text, start)
    : PREFIXED.exec(text.slice(start, start + 260))?.[0].length ?? 0;
  // A key contains digits; words joined by dashes do not.
  if (length === 0 || !/\d/.test(text.slice(start, start + length))) return;
  add(scan, text.startsWith("eyJ", start) ? "JWT" : "API_KEY", start, start + length, 0.97);
}

function add(scan: Scan, type: string, start: number, end: number, confidence: number): void {
  if (scan.wanted(type)) scan.findings.push({ type, start, end, confidence, checked: confidence > 0.9 });
}

const JWT = /^(eyJ[A-Za-z0-9_-]{8,2000})\.eyJ[A-Za-z0-9_-]{2,6000}\.[A-Za-z0-9_-]{0,1400}/;

function jwtAt(text: string, start: number): number {
  const match = JWT.exec(text.slice(start, start + 9500));
  return match && isJwtHeader(match[1] ?? "") ? match[0].length : 0;
}

const END_OF_KEY = "PRIVATE KEY";

/** Private keys in PEM, up to their end line or, when it is missing, the end of the base64. */
export function findPrivateKeys(scan: Scan): void {
  const { text } = scan;
  if (!scan.wanted("PRIVATE_KEY")) return;
  let close = 0;
  for (let at = text.indexOf(END_OF_KEY); at !== -1; at = text.indexOf(END_OF_KEY, at + 1)) {
    const head = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}$/.exec(text.slice(Math.max(0, at - 60), at));
    if (!head) continue;
    const start = at - head[0].length;
    if (close !== -1 && close < at) close = text.indexOf("-----END ", at);
    const tail = close === -1 || close - at > 20_000 ? -1 : text.indexOf("-----", close + 9);
    const end = tail === -1 || tail - close > 60
      ? at +
        (/^PRIVATE KEY(?: BLOCK)?-{0,5}[A-Za-z0-9+/=\s]{0,20000}/.exec(text.slice(at, at + 20_040))?.[0]
          .trimEnd().length ?? 0)
      : tail + 5;
    add(scan, "PRIVATE_KEY", start, end, 0.99);
    at = end - 1;
  }
}

const VALUE = /^["']?(?=[\s:=])\s{0,3}(?:is|هي|هو)?\s{0,3}[:=]?\s{0,3}["'`]?([^\s"'`,;<>،؛]{6,200})/;

/** The value after "password:" or "api key =" when it looks random rather than like a word. */
export function findLabelledSecrets(scan: Scan): void {
  if (!scan.wanted("SECRET")) return;
  const labels = scan.labels();
  for (let i = 0; i < labels.count; i++) {
    if (((labels.kind[i] ?? 0) & LABEL.secret) === 0) continue;
    const from = labels.end[i] ?? 0;
    if (lastLabel(labels, from) !== i) continue;
    const value = VALUE.exec(scan.text.slice(from, from + 220));
    const secret = value?.[1]?.replace(/[.)\]}]+$/, "") ?? "";
    if (!value || !isMadeUp(secret, value[0])) continue;
    const start = from + value[0].lastIndexOf(value[1] ?? "");
    add(scan, "SECRET", start, start + secret.length, 0.75);
  }
}

/** At least a letter and a digit; without a sign of assignment also a mark or twelve characters. */
function isMadeUp(secret: string, written: string): boolean {
  if (secret.length < 6 || !/[A-Za-z\u0600-\u06ff]/.test(secret) || !/\d/.test(secret)) return false;
  if (/^(?:https?:|\[REDACTED)/.test(secret)) return false;
  if (/[:=]|\bis\b|هي|هو/.test(written.slice(0, written.length - secret.length))) return true;
  return secret.length >= 12 && /[a-z]/.test(secret) && /[A-Z!@#$%^&*_-]/.test(secret);
}
