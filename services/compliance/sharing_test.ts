import assert from "node:assert/strict";
import { Sharing } from "lib/sharing/sharing.ts";
import {
  callerHeaders,
  checkMatrix,
  checkRights,
  type MatrixRow,
  untriedOperations,
} from "lib/sharing/sharing_matrix.ts";
import { callMcpTool, testOnEngines } from "lib/testing.ts";
import { DATABASE, served, SHOWN, SYSTEM } from "./compliance_fixture.ts";

const C = "/api/v1/comply";
const READ: MatrixRow["expected"] = [200, 404, 200, 200, 200];
const SHARE: MatrixRow["expected"] = [200, 404, 403, 200, 200];
const EVIDENCE = { framework_id: "ksa-pdpl", requirement_id: "KSA-5", kind: "note", note: "seen" };
const ORGANIZATION = { organization: "o", issued_to: "i" };

function sharing(path: string): MatrixRow[] {
  return [
    { route: `GET ${C}${path}/rights`, expected: READ },
    { route: `GET ${C}${path}/sharing`, expected: SHARE },
    { route: `PUT ${C}${path}/sharing`, body: {}, expected: SHARE },
  ];
}

const REPORTS: MatrixRow[] = [
  { route: `GET ${C}/reports/{id}`, expected: READ },
  { route: `GET ${C}/reports/{id}/export?format=json`, expected: READ },
  { route: `GET ${C}/reports/{id}/plan?target=0`, expected: READ },
  { route: `GET ${C}/reports/{id}/compare/{other_id}`, expected: READ },
  { route: `GET ${C}/gaps?report_id={id}`, expected: READ },
  { route: `POST ${C}/certificate?report_id={id}`, body: ORGANIZATION, expected: [403, 403, 403, 201, 201] },
  ...sharing("/reports/{id}"),
];
const SYSTEMS: MatrixRow[] = [
  { route: `GET ${C}/systems/{id}`, expected: READ },
  { route: `GET ${C}/systems/{id}/evidence`, expected: READ },
  ...sharing("/systems/{id}"),
];
const evidence = (add: number, remove: number): MatrixRow[] => [
  { route: `POST ${C}/systems/{id}/evidence`, body: EVIDENCE, expected: [201, 404, add, 201, 201] },
  { route: `DELETE ${C}/systems/{id}/evidence/{evidence_id}`, expected: [204, 404, remove, 204, 204] },
];
const CERTIFICATES: MatrixRow[] = [
  { route: `GET ${C}/certificates/{certificate_id}`, expected: READ },
  { route: `GET ${C}/certificates/{certificate_id}/pdf`, expected: READ },
  {
    route: `POST ${C}/certificates/{certificate_id}/revoke`,
    body: { reason: "changed" },
    expected: [403, 403, 403, 200, 200],
  },
  ...sharing("/certificates/{certificate_id}"),
];

type Served = Awaited<ReturnType<typeof served>>;
let names = 0;

/** A system with a report, evidence and a certificate, each of `owner`, made as a caller would. */
async function made({ call }: Served, sql: Parameters<Parameters<typeof testOnEngines>[2]>[0]) {
  const system = { ...SYSTEM, system_name: `system ${++names}`, features: SHOWN };
  const as = (method: string, path: string, body: unknown) => call(method, path, body, "user", "owner");
  const { id, system_id } = (await as("POST", "/assess?framework_ids=ksa-pdpl", system)).body;
  const added = await as("POST", `/systems/${system_id}/evidence`, EVIDENCE);
  const issued = await call("POST", `/certificate?report_id=${id}`, ORGANIZATION);
  assert.equal(issued.status, 201, JSON.stringify(issued.body));
  const certificate_id: string = issued.body.certificate_id;
  // Only managers issue; the matrix asks what an owner may do.
  await sql`update compliance.certificates set issued_by = 'owner', shared_with = null where id = ${certificate_id}`;
  return { report: id, system: system_id, evidence_id: added.body.id, certificate_id };
}

testOnEngines(
  "reports, systems and certificates answer their owner, managers and admins, and those they are shared with",
  DATABASE,
  async (sql) => {
    const test = await served(sql);
    const all = [...REPORTS, ...SYSTEMS, ...evidence(0, 0), ...CERTIFICATES];
    assert.deepEqual(await untriedOperations(test.app, all, { idQueries: ["report_id"] }), [
      `GET ${C}/frameworks/{id}`,
      `GET ${C}/certificates`,
      `GET ${C}/certificates/{certificate_id}/verify`,
    ]);
    const make = (kind: "report" | "system", given: unknown) => async () => {
      const { evidence_id, certificate_id, ...ids } = await made(test, sql);
      const sharing = sql.json(Sharing.parse(given));
      await sql`update compliance.reports set shared_with = ${sharing} where id = ${ids.report}`;
      await sql`update compliance.systems set shared_with = ${sharing} where id = ${ids.system}`;
      await sql`update compliance.certificates set shared_with = ${sharing} where id = ${certificate_id}`;
      return { id: ids[kind], other_id: ids[kind], evidence_id, certificate_id };
    };
    const [reading, changing] = [{ people: ["shared"] }, { roles: [], people: ["shared"], may: "change" }];
    for (const [may, given] of [["read", reading], ["change", changing]] as const) {
      await checkRights(test.app, `${C}/reports/{id}`, { make: make("report", given), may });
      await checkRights(test.app, `${C}/systems/{id}`, { make: make("system", given), may });
      await checkRights(test.app, `${C}/certificates/{certificate_id}`, { make: make("report", given), may });
    }
    await checkMatrix(test.app, [...REPORTS, ...CERTIFICATES], make("report", reading));
    await checkMatrix(test.app, [...SYSTEMS, ...evidence(403, 403)], make("system", reading));
    // Another's evidence stays, also where a system is shared for change.
    await checkMatrix(test.app, evidence(201, 404), make("system", changing));
  },
);

testOnEngines("lists, counts and trends hold only what their caller may see", DATABASE, async (sql) => {
  const test = await served(sql);
  const { report, system, certificate_id } = await made(test, sql);
  const counts = async (sub: string, role: "user" | "manager" | "admin" = "user") =>
    await Promise.all(["/reports", "/systems", "/certificates"].map(async (path) => {
      const { body, response } = await test.call("GET", path, undefined, role, sub);
      assert.equal(String(body.length), response.headers.get("x-total-count"));
      return body.length;
    }));
  assert.deepEqual(await counts("owner"), [1, 1, 1]);
  assert.deepEqual(await counts("other"), [0, 0, 0]);
  assert.deepEqual(await counts("manal", "manager"), [1, 1, 1]);
  const share = (path: string, body: unknown) => test.call("PUT", `${path}/sharing`, body, "user", "owner");
  await share(`/systems/${system}`, { all: true });
  assert.deepEqual(await counts("other"), [0, 1, 0]);
  const seen = await test.call("GET", `/systems/${system}`, undefined, "user", "other");
  assert.deepEqual([seen.body.assessments, seen.body.trend], [0, []], "its reports are not shared");
  await share(`/reports/${report}`, { people: ["other"] });
  await share(`/certificates/${certificate_id}`, { roles: ["user"] });
  assert.deepEqual(await counts("other"), [1, 1, 1]);
  assert.deepEqual(await counts("another"), [0, 1, 1]);
});

testOnEngines("a certificate is shared with the owner of its report", DATABASE, async (sql) => {
  const { call } = await served(sql);
  const { id } =
    (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: SHOWN }, "user", "salma"))
      .body;
  const { body } = await call("POST", `/certificate?report_id=${id}`, ORGANIZATION);
  const read = async (sub: string) =>
    (await call("GET", `/certificates/${body.certificate_id}`, undefined, "user", sub)).status;
  assert.deepEqual([await read("salma"), await read("bilal")], [200, 404]);
});

testOnEngines("MCP tools show others' reports to nobody else", DATABASE, async (sql) => {
  const test = await served(sql);
  const { report } = await made(test, sql);
  for (const tool of ["find_gaps", "plan"]) {
    const ask = async (caller: "owner" | "other" | "manager") =>
      await callMcpTool(test.app, tool, { report_id: report }, await callerHeaders(caller));
    assert.equal((await ask("owner")).isError, false);
    assert.equal((await ask("manager")).isError, false);
    assert.deepEqual(await ask("other"), { isError: true, text: "Report not found" });
  }
});
