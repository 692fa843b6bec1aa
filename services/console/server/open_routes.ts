/** Routes of services that anyone may read through the console, without signing in: those of its public pages. */
import type { ServiceName } from "./services.ts";

const OPEN: readonly { service: ServiceName; path: RegExp }[] = [
  { service: "compliance", path: /^\/api\/v1\/comply\/certificates\/[\da-f-]{36}\/verify$/ },
  { service: "procurement", path: /^\/api\/v1\/public\/tenders$/ },
];

/** `path` is the service's own. */
export function isOpenRoute(service: ServiceName, method: string, path: string): boolean {
  return method === "GET" && OPEN.some((route) => route.service === service && route.path.test(path));
}
