import assert from "node:assert/strict";
import { z } from "zod";
import type { AssessmentInput } from "../assessment/assessment_input.ts";
import type { LoadedFramework } from "../catalogue/framework.ts";
import { builtIn } from "../catalogue/built_in_fixture.ts";
import { FULL, SHOWN } from "../compliance_fixture.ts";
import { assessmentReport, Report } from "../reports/report.ts";
import { oscalResults } from "./oscal.ts";

// The part of NIST's assessment-results schema (json/schema/oscal_assessment-results_schema.json of usnistgov/OSCAL)
// that the export uses, in our own terms: everything required, nothing unknown, its patterns for values.
const Line = z.string().regex(/^[^\n]+$/);
const Value = z.string().regex(/^\S(.*\S)?$/);
const Token = z.string().regex(/^[\p{L}_][\p{L}\p{N}.\-_]*$/u);
const Uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i);
const Moment = z.iso.datetime({ offset: true });
const some = <S extends z.ZodType>(schema: S) => z.array(schema).min(1);

const Props = some(z.strictObject({ name: Token, value: Value, ns: z.url() }));
const Controls = some(z.strictObject({ "control-id": Token }));
const Observation = z.strictObject({
  uuid: Uuid,
  title: Line,
  description: z.string(),
  methods: some(z.enum(["EXAMINE", "INTERVIEW", "TEST", "UNKNOWN"])),
  types: some(
    z.enum(["ssp-statement-issue", "control-objective", "mitigation", "finding", "discovery", "historic"]),
  ),
  collected: Moment,
});
const Finding = z.strictObject({
  uuid: Uuid,
  title: Line,
  description: z.string(),
  remarks: z.string().optional(),
  target: z.strictObject({
    type: z.enum(["statement-id", "objective-id"]),
    "target-id": Token,
    props: Props.optional(),
    status: z.strictObject({
      state: z.enum(["satisfied", "not-satisfied"]),
      reason: z.enum(["pass", "fail", "other"]),
    }),
  }),
  "related-observations": some(z.strictObject({ "observation-uuid": Uuid })),
});
const Result = z.strictObject({
  uuid: Uuid,
  title: Line,
  description: z.string(),
  start: Moment,
  end: Moment,
  props: Props,
  "reviewed-controls": z.strictObject({
    "control-selections": some(
      z.strictObject({ "include-controls": Controls, "exclude-controls": Controls.optional() }),
    ),
  }),
  observations: some(Observation).optional(),
  findings: some(Finding).optional(),
});
const Oscal = z.strictObject({
  "assessment-results": z.strictObject({
    uuid: Uuid,
    metadata: z.strictObject({
      title: Line,
      "last-modified": Moment,
      version: Value,
      "oscal-version": z.literal("1.1.2"),
      remarks: z.string(),
    }),
    "import-ap": z.strictObject({ href: z.string().startsWith("#"), remarks: z.string() }),
    results: some(Result),
    "back-matter": z.strictObject({
      resources: some(z.strictObject({
        uuid: Uuid,
        title: Line,
        description: z.string(),
        "document-ids": some(z.strictObject({ identifier: Value })),
      })),
    }),
  }),
});

const { frameworks } = builtIn;
const NONE = Object.fromEntries(Object.keys(SHOWN).map((key) => [key, false]));

async function exported(
  { lang = "en", used = frameworks, ...changes }: Partial<AssessmentInput> & {
    lang?: "en" | "ar";
    used?: LoadedFramework[];
  },
) {
  const input: AssessmentInput = {
    system_name: "Assistant",
    system_type: "rag assistant",
    risk_level: "high",
    data_types: ["health", "children", "credit"],
    deployment_region: "AE",
    features: { has_audit_trail: true },
    ...changes,
  };
  const report = Report.parse({
    ...assessmentReport(input, used),
    id: "019a0000-0000-7000-8000-000000000004",
    system_id: "019a0000-0000-7000-8000-000000000005",
    assessed_at: "2026-11-21T08:00:00.000Z",
    assessed_by: "alice",
  });
  const file = Oscal.parse(JSON.parse(JSON.stringify(await oscalResults(report, lang))));
  return file["assessment-results"];
}

Deno.test("the OSCAL export of any report is of the published form", async () => {
  const mixed = await exported({});
  assert.equal(mixed.results.length, frameworks.length);
  const perfect = await exported({ features: SHOWN });
  assert.ok(
    perfect.results.every(({ findings = [] }) =>
      findings.every(({ target }) => target.status.state === "satisfied")
    ),
  );
  const poor = await exported({ features: NONE, risk_level: "unacceptable" });
  assert.ok(
    poor.results.every(({ findings = [] }) =>
      findings.every(({ target, remarks }) => target.status.state === "not-satisfied" && remarks)
    ),
  );
});

Deno.test("an OSCAL export speaks the language asked for", async () => {
  const { metadata, results } = await exported({ lang: "ar", system_name: "مساعد المتعاملين" });
  assert.equal(metadata.title, "تقييم: مساعد المتعاملين");
  for (const { findings = [] } of results) {
    for (const { title, description } of findings) assert.match(title + description, /\p{Script=Arabic}/u);
  }
});

Deno.test("an OSCAL export of a framework of which nothing applies reviews nothing and finds nothing", async () => {
  const used = frameworks.filter(({ id }) => id === "owasp-llm");
  const { results: [result] } = await exported({ used, system_type: "classification" });
  const [selection] = result?.["reviewed-controls"]["control-selections"] ?? [];
  assert.deepEqual(selection?.["exclude-controls"], selection?.["include-controls"]);
  assert.deepEqual([result?.findings, result?.observations], [undefined, undefined]);
});

Deno.test("titles of an OSCAL export are one line, whatever the system's name has", async () => {
  const { metadata } = await exported({ system_name: " one\n two\r\n\tthree " });
  assert.equal(metadata.title, "Assessment: one two three");
});

Deno.test("in an OSCAL export every id is there once, every reference leads somewhere, and the same report gives the same file", async () => {
  const file = await exported({});
  const ids = [
    file.uuid,
    ...file["back-matter"].resources.map(({ uuid }) => uuid),
    ...file.results.flatMap(({ uuid, observations = [], findings = [] }) => [
      uuid,
      ...[...observations, ...findings].map((item) => item.uuid),
    ]),
  ];
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.includes(file["import-ap"].href.slice(1)));
  for (const { findings = [] } of file.results) {
    for (const finding of findings) {
      for (const related of finding["related-observations"]) {
        assert.ok(ids.includes(related["observation-uuid"]));
      }
    }
  }
  assert.deepEqual(await exported({}), file);
});

Deno.test("an OSCAL export never passes requirements that are only claimed, and names the missing evidence", async () => {
  const used = frameworks.filter(({ id }) => id === "eu-ai-act");
  const { results: [result] } = await exported({ used, features: FULL });
  const of = (id: string) => result?.findings?.find(({ target }) => target["target-id"] === id);
  const status = (id: string) => of(id)?.target.props?.find(({ name }) => name === "status")?.value;
  assert.deepEqual(of("AIA-12")?.target.status, { state: "satisfied", reason: "pass" });
  assert.deepEqual(of("AIA-14")?.target.status, { state: "not-satisfied", reason: "other" });
  assert.equal(status("AIA-14"), "claimed");
  assert.match(
    of("AIA-14")?.remarks ?? "",
    /Claimed only.*override and stop the system.*has_oversight_measures/,
  );
  assert.deepEqual(of("AIA-27")?.target.status, { state: "not-satisfied", reason: "other" });
  assert.equal(status("AIA-27"), "not_assessed");
  const denied = await exported({ used, features: { ...FULL, has_fundamental_rights_assessment: false } });
  const finding = denied.results[0]?.findings?.find(({ target }) => target["target-id"] === "AIA-27");
  assert.deepEqual(finding?.target.status, { state: "not-satisfied", reason: "fail" });
  const observation = result?.observations?.find(({ title }) => title === "Human oversight");
  assert.match(observation?.description ?? "", /has_oversight_measures, shows it\]: not stated/);
  assert.match(observation?.description ?? "", /has_human_oversight, claims it\]: stated/);
});
