/** Policies and alert rules of the guard, and traffic that triggers some of them. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { Created } from "./created.ts";
import { HUDA, MARYAM, OMAR, SALEM } from "./people.ts";
import { PROMPTS } from "./prompts.ts";

const at = (path: string): Place => ["guard", `/api/v1${path}`];
const Named = z.array(Created.extend({ name: z.string() }));
const Reports = z.array(Created);

const policy = (name: string, description: string, rule_type: string, rule: object, action: string) => ({
  name,
  description,
  rule_type,
  rule_config: JSON.stringify(rule),
  action,
});

const POLICIES = [
  policy("Confidential matters · سري", "Nothing marked confidential leaves the organisation", "keyword", {
    keywords: ["top secret", "سري للغاية", "للاستخدام الداخلي فقط"],
  }, "block"),
  policy("Identity numbers · أرقام الهوية", "Identity numbers are noted before they go to a model", "pii", {
    types: ["EMIRATES_ID", "SAUDI_ID", "IBAN"],
  }, "warn"),
  policy("Tender references", "Prices of running tenders stay in procurement", "regex", {
    patterns: ["TND-20[0-9]{2}-[0-9]{4}"],
  }, "log"),
];
const RULES = [
  {
    name: "Policy violations",
    metric: "policy_violations",
    operator: "gte",
    threshold: 3,
    window_minutes: 60,
  },
  {
    name: "Personal data in prompts",
    metric: "pii_detections",
    operator: "gte",
    threshold: 4,
    window_minutes: 60,
  },
];
const RECOGNISERS = [{
  name: "Staff numbers · الأرقام الوظيفية",
  type: "CUSTOM_STAFF_ID",
  pattern: "\\bEMP-\\d{6}\\b",
  words: { en: ["staff no"], ar: ["الرقم الوظيفي"] },
  examples: { found: ["staff no EMP-204816", "الرقم الوظيفي EMP-204816"], not_found: ["EMP-2048161"] },
}];
/** Texts with policy violations or personal data. */
const FOUND = [
  "وثيقة سري للغاية: خطة نقل المقر، لا تُرسل خارج الجهة.",
  "My Emirates ID is 784-1990-1234567-6, please fill in the form.",
  "Compare the prices of TND-2026-0117 with last year's.",
  "اتصل بالمتعامل على ٠٥٠١٢٣٤٥٦٧ أو راسله على amal@example.com",
  "This memo is top secret. Shorten it to one page.",
  "Pay the supplier at IBAN AE07 0331 2345 6789 0123 456 this week.",
  "TND-2026-0140: who offered less?",
  "هذا التقرير للاستخدام الداخلي فقط، ترجمه إلى الإنجليزية.",
];
const PEOPLE = [SALEM, MARYAM, OMAR, HUDA];

/** Fills the guard; sends traffic only if the policies are new. */
export async function guard(client: Client): Promise<string> {
  const made = await createMissing(client, "/policies", POLICIES);
  await createMissing(client, "/alerts/rules", RULES);
  await createMissing(client, "/pii/recognisers", RECOGNISERS);
  let texts = 0;
  if (made > 0) {
    texts = await traffic(client);
    await ingest(client);
  }
  const reports = await client.get(Reports, at("/compliance/reports"));
  for (const framework_id of reports.length === 0 ? ["uae-pdpl", "ksa-pdpl"] : []) {
    await client.send("POST", at("/compliance/reports/generate"), { body: { framework_id, days: 30 } });
  }
  return `${POLICIES.length} policies (${made} new), ${RULES.length} alert rules, ` +
    `${RECOGNISERS.length} recogniser of its own, ${texts} texts newly checked`;
}

/** Creates the inputs whose names do not exist yet; returns their number. */
async function createMissing(client: Client, path: string, inputs: { name: string }[]): Promise<number> {
  const known = await client.get(Named, at(`${path}?limit=100`));
  const absent = inputs.filter((input) => !known.some(({ name }) => name === input.name));
  for (const body of absent) await client.send("POST", at(path), { body });
  return absent.length;
}

async function traffic(client: Client): Promise<number> {
  const texts = [...PROMPTS, ...FOUND];
  for (const [index, content] of texts.entries()) {
    const as = PEOPLE[index % PEOPLE.length];
    await client.send("POST", at("/proxy/chat/completions"), {
      as,
      body: { model: "echo", messages: [{ role: "user", content }] },
    });
    if (FOUND.includes(content)) {
      await client.send("POST", at("/governance/evaluate"), { as, body: { content } });
    }
  }
  return texts.length + FOUND.length;
}

const EVENTS = 40;

/** Telemetry of other products: two weeks of a portal and a search. */
async function ingest(client: Client): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    event_id: `demo-${index}`,
    product: index % 3 === 0 ? "search" : "portal",
    model: index % 3 === 0 ? "search-small" : "portal-chat",
    latency_ms: 240 + (index * 137) % 900,
    prompt_tokens: 80 + (index * 53) % 400,
    completion_tokens: 40 + (index * 31) % 260,
    severity: index % 13 === 12 ? "error" : "info",
  }));
  await client.send("POST", at("/telemetry/ingest"), { body: { events } });
}
