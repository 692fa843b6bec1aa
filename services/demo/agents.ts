/** Demo agents for everyday work, and their runs with the built-in model. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { Created } from "./created.ts";
import { HUDA, SALEM } from "./people.ts";

const at = (path: string): Place => ["agents", `/api/v1${path}`];
const Agents = z.array(Created.extend({ name: z.string() }));
const Turn = z.object({ session_id: z.string() });

const AGENTS = [
  {
    name: "محلل المناقصات",
    description: "يقارن المناقصات المفتوحة ويلخص متطلباتها",
    system_prompt: "أجب بالعربية، واذكر رقم المناقصة ومصدر كل معلومة.",
    tools: ["search_tenders", "calculator"],
    needs_approval: [],
    asks: ["لخّص المناقصات التي تنتهي هذا الأسبوع.", "ما متوسط الميزانية في مناقصات الطاقة؟"],
  },
  {
    name: "Contract reader",
    description: "Finds dates, amounts and duties in documents that were read",
    system_prompt: "Quote the sentence that each answer rests on.",
    tools: ["search_documents", "read_document"],
    needs_approval: [],
    asks: ["When does the framework contract end?", "List all payment terms.", "Who signed it?"],
  },
  {
    name: "Compliance desk",
    description: "Answers what a framework asks for, and checks texts for personal data",
    system_prompt: "Say which framework and article you mean.",
    tools: ["list_frameworks", "find_gaps", "check_pii", "http_get"],
    needs_approval: ["http_get"],
    asks: ["Which duties of the UAE data protection law apply to a chatbot?"],
  },
];

/** Creates the agents that do not exist by name yet. */
export async function agents(client: Client): Promise<string> {
  const known = await client.get(Agents, at("/agents?limit=100"));
  let fresh = 0;
  for (const { asks, ...agent } of AGENTS) {
    if (known.some(({ name }) => name === agent.name)) continue;
    fresh += 1;
    const { id } = await client.post(Created, at("/agents"), { as: HUDA, body: { ...agent, model: "echo" } });
    await client.send("PUT", at(`/agents/${id}/sharing`), { as: HUDA, body: { all: true, may: "read" } });
    for (const input of asks) {
      await client.send("POST", at(`/agents/${id}/run`), { as: HUDA, body: { input } });
    }
    const [first = "مرحبا", second = "شكراً"] = asks;
    const { session_id } = await client.post(Turn, at("/playground/chat"), {
      as: SALEM,
      body: { agent_id: id, message: first },
    });
    const message = { agent_id: id, session_id, message: second };
    await client.send("POST", at("/playground/chat"), { as: SALEM, body: message });
  }
  return `${AGENTS.length} agents with their runs (${fresh} new)`;
}
