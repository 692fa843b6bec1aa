import assert from "node:assert/strict";
import fc from "fast-check";
import { testDatabase } from "lib/testing.ts";
import { withFeatures } from "./feature_fixture.ts";

const MIGRATIONS = import.meta.resolve("./migrations/");

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "%",
    "_",
    "\\",
    "'",
    "null",
    "infinity",
    "NaN",
    "-1",
    "1e309",
    "9999999999999999999",
  ),
  fc.constantFrom("0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "2026-01-01T00:00:00+99:99", "مرحبا"),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

async function answersInForm(response: Response, label: string) {
  const text = await response.text();
  assert.ok(response.status < 500, `${response.status} for ${label}: ${text}`);
  if (response.ok) return;
  const { error } = JSON.parse(text);
  assert.equal(typeof error.message, "string", label);
  assert.equal(typeof error.type, "string", label);
}

Deno.test("no query makes the cost and log pages fail", async () => {
  await using database = await testDatabase("gateway", MIGRATIONS);
  await withFeatures(database.sql, async ({ call }) => {
    const names = fc.constantFrom(
      ...[
        "model",
        "provider",
        "tenant_id",
        "team_id",
        "request_id",
        "unpriced",
        "start_time",
        "end_time",
        "page",
      ],
      ...["limit", "sort_by", "sort_dir", "actor", "outcome", "search", "hours"],
    );
    const paths = fc.constantFrom("/costs", "/costs/summary", "/costs/export", "/logs/events", "/logs/stats");
    const query = fc.array(fc.tuple(names, nasty), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(paths, query, async (path, pairs) => {
        const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
          .join("&");
        await answersInForm(await call(`${path}?${search}`), `${path}?${search}`);
      }),
      { numRuns: 120 },
    );
  });
});

Deno.test("no body makes governance fail", async () => {
  await using database = await testDatabase("gateway", MIGRATIONS);
  await withFeatures(database.sql, async ({ call }) => {
    const value = fc.oneof(nasty, fc.constant(null), fc.integer(), fc.double(), fc.boolean(), fc.uuid());
    const limit = fc.record({
      requests_per_minute: value,
      tokens_per_minute: value,
      limit_usd: value,
      period: value,
    });
    const body = fc.record({
      name: fc.oneof(nasty, value),
      team_id: value,
      customer_id: value,
      rate_limit: fc.oneof(limit, value),
      budget: fc.oneof(
        fc.record({ limit_usd: fc.double(), period: fc.constantFrom("daily", "weekly") }),
        limit,
      ),
      allowed_models: fc.oneof(fc.array(value, { maxLength: 3 }), value),
      expires_at: value,
      cache: fc.oneof(fc.record({ ttl_seconds: value }), value),
    }, { requiredKeys: [] });
    const paths = fc.constantFrom("virtual-keys", "teams", "customers");
    await fc.assert(
      fc.asyncProperty(paths, fc.oneof(body, value), async (path, given) => {
        const response = await call(`/governance/${path}`, { method: "POST", body: given });
        await answersInForm(response, `${path} ${JSON.stringify(given)}`);
      }),
      { numRuns: 300 },
    );
  });
});
