/** Masks the value of a setting for display: no secrets, parts of secrets, or credentials in addresses. */
import { isObject, type JsonObject } from "lib/json_object.ts";

const SECRET = /(^|_)(KEY|SECRET|TOKEN|PASSWORD|PASSPHRASE|CREDENTIALS?)(_|$)/i;
const PATH = /_(FILE|DIR)$/i;
const ADDRESS = /(^|_)(URL|URLS|PROXY|ENDPOINT|ISSUER)(_|$)/i;
// Long path segments may be secrets, as in webhook addresses.
const PLAIN_PIECE = /^[\w.~+-]{0,20}$/;

/** Whether setting `name` is a secret, of which only its presence may be shown. */
export function isSecret(name: string): boolean {
  return SECRET.test(name) && !PATH.test(name);
}

/**
 * The displayable text of value `value` of setting `name`; null if nothing may be shown. Addresses lose user,
 * password, query and long path segments; other texts within an object are left out.
 */
export function shownValue(name: string, value: unknown): string | null {
  if (isSecret(name)) return null;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return shownText(name, value);
  if (Array.isArray(value)) {
    const shown = value.map((entry) => isObject(entry) ? null : shownValue(name, entry));
    return shown.includes(null) ? null : shown.join(", ");
  }
  return isPlain(value) ? JSON.stringify(shownFields(value)) : null;
}

/** Whether `value` is a plain JSON object rather than a Map or another class. */
function isPlain(value: unknown): value is JsonObject {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

function shownText(name: string, text: string): string | null {
  const at = text.indexOf("://");
  if (at < 0) return ADDRESS.test(name) && text.includes("@") ? null : text;
  // `gateway=http://10.0.0.5:8000`
  const [, label = "", address = text] = /^([\w-]+=)?(.*)$/s.exec(text) ?? [];
  const shown = shownAddress(address);
  return shown === null ? null : `${label}${shown}`;
}

/** `address` without credentials; null if they cannot be located. */
export function shownAddress(address: string): string | null {
  const url = URL.parse(address);
  // An unescaped password with a slash moves the @ into the path.
  if (!url || /@|%40/i.test(`${url.host}${url.pathname}`)) return null;
  const who = url.username || url.password ? "…@" : "";
  const path = url.pathname === "/" ? "" : url.pathname.split("/")
    .map((piece) => PLAIN_PIECE.test(piece) ? piece : "…").join("/");
  return `${url.protocol}//${who}${url.host}${path}${url.search || url.hash ? "?…" : ""}`;
}

/** Numbers, names and addresses of an object; any other text may be a header with a key. */
function shownFields(fields: JsonObject): unknown {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownField(name, value)]));
}

function shownField(name: string, value: unknown): unknown {
  if (isSecret(name)) return "…";
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "string") return value.includes("://") ? shownAddress(value) ?? "…" : "…";
  if (Array.isArray(value)) return value.map((entry) => shownField(name, entry));
  return isPlain(value) ? shownFields(value) : "…";
}
