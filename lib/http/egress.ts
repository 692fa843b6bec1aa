/** How outside servers are reached: through which proxy, and with which certificates. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The route to outside servers. */
export interface Egress {
  /** The proxy for a server; undefined for one that is reached directly. */
  proxyFor(url: URL): URL | undefined;
  /** CA certificates (PEM) trusted beside the system's own. */
  caCerts?: string[];
  /** Client certificate and key (PEM) for servers that are reached directly and ask for one. */
  certificate?: { cert: string; key: string };
}

/** No proxy, and the system's certificate authorities. */
export const DIRECT: Egress = { proxyFor: () => undefined };

/**
 * Decides which https servers are reached through `proxy`: all except those in `except`, which is
 * comma-separated like NO_PROXY: hosts (`example.com` and `.example.com` stand for all below them too),
 * `host:port`, addresses, ranges of them (`10.0.0.0/8`), or `*`. This machine is always reached directly.
 */
export function proxyRules(proxy: URL | undefined, except = ""): Egress["proxyFor"] {
  if (!proxy) return DIRECT.proxyFor;
  const rules = except.split(/[,\s]+/).filter((rule) => rule !== "").map((rule) => rule.toLowerCase());
  return (url) => {
    if (url.protocol !== "https:") return undefined;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isThisMachine(host)) return undefined;
    return rules.some((rule) => isExcepted(rule, host, url.port || "443")) ? undefined : proxy;
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" ||
    /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isExcepted(rule: string, host: string, port: string): boolean {
  if (rule === "*") return true;
  if (isIP(host)) return isWithin(rule, host) || rule === `${host}:${port}` || rule === `[${host}]:${port}`;
  const [, name = "", only] = /^\*?\.?([^:]+)(?::(\d+))?$/.exec(rule) ?? [];
  if (name === "" || only !== undefined && only !== port) return false;
  return host === name || host.endsWith(`.${name}`);
}

function isWithin(rule: string, host: string): boolean {
  const address = ipaddr.process(host);
  if (ipaddr.isValid(rule)) return ipaddr.process(rule).toString() === address.toString();
  if (!ipaddr.isValidCIDR(rule)) return false;
  const range = ipaddr.parseCIDR(rule);
  return range[0].kind() === address.kind() && address.match(range);
}
