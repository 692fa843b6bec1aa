/** Assessed systems, one of them assessed again after improvements and then certified. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { Created } from "./created.ts";
import { HUDA } from "./people.ts";

const at = (path: string): Place => ["compliance", `/api/v1/comply${path}`];
const Systems = z.array(z.object({ name: z.string() }));
const Framework = z.object({
  requirements: z.array(z.object({
    id: z.string(),
    shown_by: z.object({ evidence: z.array(z.object({ key: z.string() })) }).nullish(),
  })),
});
const Report = Created.extend({ system_id: z.string() });
const SWITCHES = ["has_audit_trail", "has_human_oversight", "has_data_encryption"];

const ASSISTANT = {
  system_name: "مساعد خدمة المتعاملين",
  system_type: "chatbot",
  risk_level: "high",
  data_types: ["personal"],
  deployment_region: "UAE",
};
const TRIAGE = {
  system_name: "Sorting of patients' letters",
  system_type: "classification",
  risk_level: "high",
  data_types: ["health", "personal"],
  deployment_region: "KSA",
};
const PORTAL = {
  system_name: "Open data portal",
  system_type: "chatbot",
  risk_level: "limited",
  data_types: ["public"],
  deployment_region: "Qatar",
};

/** Creates and assesses the systems that do not exist by name yet. */
export async function compliance(client: Client): Promise<string> {
  const known = await client.get(Systems, at("/systems?limit=100"));
  const isNew = ({ system_name }: { system_name: string }) => known.every(({ name }) => name !== system_name);
  const systems = [ASSISTANT, TRIAGE, PORTAL];
  const fresh = systems.filter(isNew).length;
  const assess = async (system: object, frameworks: string[], shown: string[]) => {
    const query = new URLSearchParams(frameworks.map((id) => ["framework_ids", id]));
    const features = Object.fromEntries(shown.map((key) => [key, true]));
    return await client.post(Report, at(`/assess?${query}`), { as: HUDA, body: { ...system, features } });
  };
  if (isNew(ASSISTANT)) {
    const frameworks = ["uae-pdpl", "uae-ai-charter", "dubai-ai-ethics"];
    const evidence = await Promise.all(frameworks.map((id) => evidenceOf(client, id)));
    const share = (part: number) => evidence.flatMap((keys) => keys.slice(0, Math.round(keys.length * part)));
    await assess(ASSISTANT, frameworks, ["has_audit_trail"]);
    await assess(ASSISTANT, frameworks, [...SWITCHES, ...share(0.5)]);
    const { system_id } = await assess(ASSISTANT, frameworks, [...SWITCHES, ...share(0.85)]);
    await attach(client, system_id, "uae-pdpl");
  }
  if (isNew(TRIAGE)) await assess(TRIAGE, ["ksa-pdpl", "sdaia-ai-ethics"], ["has_data_encryption"]);
  if (isNew(PORTAL)) {
    const { id } = await assess(PORTAL, ["qa-ai-guidelines"], await evidenceOf(client, "qa-ai-guidelines"));
    await client.send("POST", at(`/certificate?report_id=${id}`), {
      as: HUDA,
      body: { organization: "هيئة المدينة", issued_to: "إدارة البيانات المفتوحة", valid_months: 12 },
    });
  }
  return `${systems.length} systems with their assessments (${fresh} new)`;
}

/** The evidence that proves a framework's requirements. */
async function evidenceOf(client: Client, framework: string): Promise<string[]> {
  const { requirements } = await client.get(Framework, at(`/frameworks/${framework}`));
  return [...new Set(requirements.flatMap(({ shown_by }) => shown_by?.evidence.map(({ key }) => key) ?? []))];
}

async function attach(client: Client, system: string, framework_id: string): Promise<void> {
  const { requirements } = await client.get(Framework, at(`/frameworks/${framework_id}`));
  const notes = ["سياسة الاحتفاظ بالبيانات، الإصدار ٣", "Minutes of the oversight board, March 2026"];
  for (const [index, note] of notes.entries()) {
    const body = { framework_id, requirement_id: requirements[index]?.id, kind: "note", note };
    await client.send("POST", at(`/systems/${system}/evidence`), { as: HUDA, body });
  }
}
