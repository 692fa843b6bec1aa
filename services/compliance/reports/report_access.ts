import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import type { OwnedReport } from "./report.ts";
import type { ReportStore } from "./reports_store.ts";

/** The report, if the caller may do the act; 404 when they may not read it, else 403. */
export type ReportAccess = (caller: Caller, id: string, act?: Act) => Promise<OwnedReport>;

export function reportAccess(store: ReportStore, rules: SharingRules): ReportAccess {
  return async (caller, id, act = "read") =>
    rules.check(caller, await store.find(id), { act, what: "Report" });
}

export function reportSharing(store: ReportStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/reports/{id}",
    id: z.uuid(),
    what: "Report",
    rules,
    find: (id) => store.find(id),
    share: (id, sharing) => store.share(id, sharing),
  });
}
