/** The routes that some roles may not call, as the services' documents say (services/contracts holds them against these). */
export interface Rule {
  service: string;
  method: string;
  path: string;
  roles: string[];
}

const rulesOf = (service: string, roles: string[], routes: string[]): Rule[] =>
  routes.map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return { service, method, path, roles };
  });

export const ROLE_RULES: readonly Rule[] = [
  ...rulesOf("agents", ["admin"], [
    "GET /api/v1/people",
    "GET /api/v1/settings",
  ]),
  ...rulesOf("compliance", ["admin"], [
    "GET /api/v1/comply/people",
    "GET /api/v1/comply/settings",
  ]),
  ...rulesOf("compliance", ["admin", "manager"], [
    "POST /api/v1/comply/certificate",
    "POST /api/v1/comply/certificates/{certificate_id}/revoke",
  ]),
  ...rulesOf("documents", ["admin", "manager"], [
    "DELETE /api/v1/docs/types/{name}",
    "GET /api/v1/docs/deletions",
    "POST /api/v1/docs/types",
    "POST /api/v1/docs/types/import",
    "POST /api/v1/docs/types/trial",
    "PUT /api/v1/docs/types/{name}",
  ]),
  ...rulesOf("documents", ["admin"], [
    "GET /api/v1/docs/people",
    "GET /api/v1/docs/settings",
  ]),
  ...rulesOf("evaluation", ["admin", "manager"], [
    "DELETE /api/v1/benchmarks/{id}",
    "POST /api/v1/benchmarks",
    "POST /api/v1/benchmarks/read",
    "POST /api/v1/benchmarks/try",
    "PUT /api/v1/benchmarks/{id}",
  ]),
  ...rulesOf("evaluation", ["admin"], [
    "GET /api/v1/people",
    "GET /api/v1/settings",
  ]),
  ...rulesOf("guard", ["admin", "manager"], [
    "DELETE /api/v1/alerts/rules/{rule_id}",
    "DELETE /api/v1/webhooks/{webhook_id}",
    "GET /api/v1/alerts",
    "GET /api/v1/alerts/rules",
    "GET /api/v1/alerts/rules/{rule_id}",
    "GET /api/v1/audit/export",
    "GET /api/v1/audit/verify",
    "GET /api/v1/compliance/reports",
    "GET /api/v1/compliance/reports/{report_a_id}/diff/{report_b_id}",
    "GET /api/v1/compliance/reports/{report_id}",
    "GET /api/v1/compliance/reports/{report_id}/export",
    "GET /api/v1/monitoring/alerts",
    "GET /api/v1/monitoring/findings",
    "GET /api/v1/monitoring/metrics",
    "GET /api/v1/policies/export",
    "GET /api/v1/policies/{policy_id}/hits",
    "GET /api/v1/policies/{policy_id}/versions",
    "GET /api/v1/webhooks",
    "GET /api/v1/webhooks/{webhook_id}/deliveries",
    "POST /api/v1/alerts/rules",
    "POST /api/v1/alerts/{alert_id}/acknowledge",
    "POST /api/v1/alerts/{alert_id}/resolve",
    "POST /api/v1/audit/anchors",
    "POST /api/v1/compliance/reports/generate",
    "POST /api/v1/pii/recognisers/try",
    "POST /api/v1/policies/try",
    "POST /api/v1/webhooks",
    "POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
    "POST /api/v1/webhooks/{webhook_id}/test",
    "PUT /api/v1/alerts/rules/{rule_id}",
  ]),
  ...rulesOf("guard", ["admin"], [
    "DELETE /api/v1/pii/recognisers/{recogniser_id}",
    "DELETE /api/v1/policies/{policy_id}",
    "GET /api/v1/people",
    "GET /api/v1/settings",
    "POST /api/v1/monitoring/alerts/{alert_id}/resolve",
    "POST /api/v1/pii/recognisers",
    "POST /api/v1/policies",
    "POST /api/v1/policies/import",
    "POST /api/v1/policies/{policy_id}/rollback",
    "PUT /api/v1/pii/recognisers/{recogniser_id}",
    "PUT /api/v1/policies/{policy_id}",
  ]),
  ...rulesOf("procurement", ["admin", "manager"], [
    "GET /api/v1/audit/{resource_id}",
    "POST /api/v1/ocds/releases",
  ]),
  ...rulesOf("procurement", ["admin"], [
    "GET /api/v1/people",
    "GET /api/v1/settings",
  ]),
  ...rulesOf("voice", ["admin"], [
    "GET /api/v1/people",
    "GET /api/v1/settings",
  ]),
];
