import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { ResultId, type ResultSummary } from "./evaluation.ts";
import type { EvaluationStore } from "./evaluations_store.ts";

/** The result, if the caller may do the act; 404 when they may not read it, else 403. */
export type ResultAccess = (caller: Caller, id: string, act: Act) => Promise<ResultSummary>;

export function resultAccess(evaluations: EvaluationStore, rules: SharingRules): ResultAccess {
  return async (caller, id, act) => {
    const owned = await evaluations.findOwned(id);
    return rules.check(caller, owned, { act, what: "Result" }).result;
  };
}

export function resultSharing(evaluations: EvaluationStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/results/{id}",
    id: ResultId.shape.id,
    what: "Result",
    tag: "results",
    rules,
    find: (id) => evaluations.findOwned(id),
    share: (id, sharing) => evaluations.share(id, sharing),
  });
}
