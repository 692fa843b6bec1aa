/** Maps a request to the URL of a provider's endpoint, always below the provider's base URL. */
import { CALL_PATHS } from "../base_path.ts";
import { invalidRequest } from "../errors.ts";

/** A path that names a provider. */
export interface PassedPath {
  provider: string;
  /** The raw path after the provider's name, with its leading slash. */
  path: string;
  /** The raw query with its question mark. */
  search: string;
}

/** The first segments of the gateway's own paths; a provider with such a name cannot be reached this way. */
const OWN = new Set([
  ...CALL_PATHS,
  ...[
    "v1",
    "v2",
    "health",
    "ready",
    "docs",
    "redoc",
    "openapi.json",
    "metrics",
    "costs",
    "logs",
    "governance",
  ],
  ...["assets", "favicon.ico"],
]);

/** The parts of a URL that may name a provider; undefined for any other. @throws 422 for a name with NUL. */
export function passedPath(url: string): PassedPath | undefined {
  const [address = ""] = url.split("#");
  const query = address.indexOf("?");
  const whole = query < 0 ? address : address.slice(0, query);
  const start = whole.indexOf("/", whole.indexOf("//") + 2);
  if (/^\/[^/]*%00[^/]*\//.test(whole.slice(start))) {
    throw invalidRequest(422, "'provider' must not contain NUL", { param: "provider" });
  }
  const [, provider = "", path] = /^\/([a-z0-9][a-z0-9_.-]{0,62})(\/.*)$/.exec(whole.slice(start)) ?? [];
  if (start < 0 || path === undefined || OWN.has(provider)) return undefined;
  return { provider, path, search: query < 0 ? "" : address.slice(query) };
}

/**
 * Throws a 400 for a path that servers could normalise differently: dot segments, empty segments, control
 * characters.
 */
export function refuseTricks(path: string): void {
  const steps = path.split("/").slice(1);
  const isTrick = steps.some((step, index) => {
    const forms = decodedForms(step);
    const isEmpty = step === "" && index < steps.length - 1;
    return isEmpty || forms.length === 0 || forms.some(leadsAway);
  });
  if (isTrick) {
    throw invalidRequest(
      400,
      "The path must not contain empty, '.' or '..' segments, backslashes or control characters",
      { param: "path", code: "bad_path" },
    );
  }
}

/** Whether a decoded segment contains a dot segment, a backslash or a control character. */
function leadsAway(form: string): boolean {
  const isControl = [...form].some((letter) => letter < " " || letter === "\x7f" || letter === "\\");
  return isControl || form.split("/").some((part) => /^\.{1,2}(?:;.*)?$/.test(part));
}

/** A segment decoded once, twice and so on, as servers may do; empty if it cannot be decoded. */
function decodedForms(step: string): string[] {
  const forms = [step];
  for (let times = 0; times < MOST_DECODED; times++) {
    const last = forms.at(-1) ?? "";
    if (!last.includes("%")) return forms;
    try {
      forms.push(decodeURIComponent(last));
    } catch {
      return times === 0 ? [] : forms;
    }
  }
  return [];
}

const MOST_DECODED = 4;

/** The URL of an endpoint below `base`; clients may repeat the path of `base` or its last segment. */
export function addressOf(base: URL, { path, search }: Pick<PassedPath, "path" | "search">): URL {
  refuseTricks(path);
  const own = base.pathname.replace(/\/+$/, "");
  const version = own.slice(own.lastIndexOf("/"));
  const repeated = [own, version].find((start) => start.length > 1 && path.startsWith(`${start}/`)) ?? "";
  const url = new URL(base);
  url.pathname = own + path.slice(repeated.length);
  url.search = [base.search.slice(1), search.slice(1)].filter((part) => part !== "").join("&");
  url.hash = "";
  if (url.origin === base.origin && url.pathname.startsWith(`${own}/`)) return url;
  throw invalidRequest(400, "The path leads outside of the provider's base URL", {
    param: "path",
    code: "bad_path",
  });
}

const CREDENTIALS = /^(?:key|api[-_]?key|access[-_]?token|token)$/i;

/** A query without credentials: known credential names, and any parameter whose value is `credential`. */
export function withoutCredentials(search: string, credential: string): string {
  const kept = search.slice(1).split("&").filter((pair) => {
    const [[name, value] = ["", ""]] = new URLSearchParams(pair);
    return pair !== "" && !CREDENTIALS.test(name) && (credential === "" || !value.includes(credential));
  });
  return kept.length > 0 ? `?${kept.join("&")}` : "";
}
