import assert from "node:assert/strict";
import { z } from "zod";
import { createService } from "lib/service/service.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes, type SharingRoutesOptions } from "lib/sharing/sharing_routes.ts";
import { bearer, testService } from "lib/testing.ts";

function routes(changes: Partial<SharingRoutesOptions> = {}) {
  return sharingRoutes({
    path: "/reports/{id}",
    id: z.string(),
    what: "Yearly Report",
    rules: sharingRules("private"),
    find: () => Promise.resolve({ owner: "user-1", shared_with: null }),
    share: () => Promise.resolve(true),
    ...changes,
  });
}

Deno.test("the routes of a path that does not end with an id are a fault of the program", () => {
  assert.throws(() => routes({ path: "/reports" }), /\/reports does not end with the id/);
});

Deno.test("a resource that is gone by the time it is shared is a 404", async () => {
  const app = createService({
    name: "reports",
    title: "Reports",
    description: "Reports",
    prefix: "/api/v1",
    ...testService(),
  });
  app.route("/api/v1", routes({ share: () => Promise.resolve(false) }));
  const answer = await app.request("/api/v1/reports/1/sharing", {
    method: "PUT",
    headers: { ...await bearer(), "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /Yearly Report/);
});

Deno.test("the routes are documented under the resource's name and the given tag", () => {
  for (const [tag, expected] of [[undefined, "sharing"], ["reports", "reports"]] as const) {
    const { paths = {} } = routes({ tag }).getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "", version: "" },
    });
    const { get, put } = paths["/reports/{id}/sharing"] ?? {};
    assert.deepEqual([get?.operationId, put?.operationId], [
      "getYearlyReportSharing",
      "setYearlyReportSharing",
    ]);
    assert.deepEqual([get?.tags, put?.tags], [[expected], [expected]]);
    assert.equal(get?.summary, "Read with whom a yearly report is shared");
  }
});
