import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

// Headers that clients read; browsers hide all others from pages.
const EXPOSED = [
  "x-request-id",
  "x-diwan-provider",
  "x-diwan-cost-usd",
  "x-diwan-unpriced",
  "x-cache",
  "retry-after",
  "x-should-retry",
  ...["limit", "remaining", "reset"].flatMap((what) =>
    ["requests", "tokens"].map((unit) => `x-ratelimit-${what}-${unit}`)
  ),
];

/** Lets pages of these origins call the gateway. Credentials are headers that a page sets itself, never cookies. */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    // Empty allows all requested headers: clients send their version, platform and more.
    allowHeaders: [],
    exposeHeaders: EXPOSED,
    maxAge: 600,
  });
}
