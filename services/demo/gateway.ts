/** Customers, teams and keys of the gateway, and calls made with them. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { Created } from "./created.ts";
import { paperFor } from "./papers.ts";
import { PROMPTS } from "./prompts.ts";

const at = (path: string): Place => ["gateway", path];
const Named = z.object({
  data: z.array(Created.extend({ name: z.string(), revoked_at: z.string().nullish() })),
});
const Key = Created.extend({ key: z.string() });

const CUSTOMERS = [
  { name: "بلدية الساحل", budget: { limit_usd: 40, period: "monthly" } },
  { name: "Harbour Authority", budget: { limit_usd: 20, period: "monthly" } },
];
const OWN_KEYS = { keys: 3, budget: { limit_usd: 2, period: "monthly" } };
const TEAMS = [
  { name: "خدمة المتعاملين", customer: "بلدية الساحل", budget: { limit_usd: 12, period: "monthly" } },
  { name: "Legal", customer: "بلدية الساحل", budget: { limit_usd: 5, period: "weekly" } },
  {
    name: "Data platform",
    customer: "Harbour Authority",
    budget: { limit_usd: 8, period: "monthly" },
    self_service: OWN_KEYS,
  },
];
const KEYS = [
  { name: "portal-assistant", team: "خدمة المتعاملين", calls: 24, requests_per_minute: 600 },
  { name: "مساعد البحث القانوني", team: "Legal", calls: 12, requests_per_minute: 120 },
  { name: "nightly-summaries", team: "Data platform", calls: 18, requests_per_minute: 300 },
  { name: "pilot-2025", team: "Data platform", calls: 3, requests_per_minute: 60, revoked: true },
];

/** Fills the gateway. An existing key makes no more calls, since its secret was shown only once. */
export async function gateway(client: Client): Promise<string> {
  const customers = await named(client, "customers", CUSTOMERS);
  const teams = await named(
    client,
    "teams",
    TEAMS.map(({ customer, ...team }) => ({ ...team, customer_id: customers.get(customer) })),
  );
  let [calls, fresh] = [0, 0];
  for (const { name, team, calls: wanted, requests_per_minute, revoked } of KEYS) {
    const known = await find(client, "virtual-keys", name);
    if (!known) {
      const { id, key } = await client.post(Key, at("/governance/virtual-keys"), {
        body: { name, team_id: teams.get(team), rate_limit: { requests_per_minute } },
      });
      for (let index = 0; index < wanted; index++) await call(client, { key, index });
      calls += wanted;
      fresh += 1;
      if (revoked) await revoke(client, id);
    } else if (revoked && !known.revoked_at) {
      // An earlier run ended between creating and revoking the key.
      await revoke(client, known.id);
    }
  }
  return `${CUSTOMERS.length} customers, ${TEAMS.length} teams, ${KEYS.length} keys (${fresh} new), ${calls} new calls`;
}

async function revoke(client: Client, id: string): Promise<void> {
  await client.send("POST", at(`/governance/virtual-keys/${id}/revoke`));
}

/** The ids of customers or teams by name, created if absent. */
async function named(
  client: Client,
  kind: "customers" | "teams",
  inputs: { name: string }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const body of inputs) {
    const known = await find(client, kind, body.name);
    ids.set(body.name, known?.id ?? (await client.post(Created, at(`/governance/${kind}`), { body })).id);
  }
  return ids;
}

type Found = z.output<typeof Named>["data"][number];

async function find(client: Client, kind: string, name: string): Promise<Found | undefined> {
  const query = new URLSearchParams({ search: name, limit: "100" });
  const { data } = await client.get(Named, at(`/governance/${kind}?${query}`));
  return data.find((entry) => entry.name === name);
}

const EMBEDS_EACH = 6;
const FAILS_EACH = 11;
const PASSAGES = 40;

/** Mostly chats about a paper, some embeddings, and a few unknown models. */
async function call(client: Client, { key, index }: { key: string; index: number }): Promise<void> {
  const content = PROMPTS[index % PROMPTS.length] ?? "";
  if (index % EMBEDS_EACH === EMBEDS_EACH - 1) {
    await client.send("POST", at("/v1/embeddings"), {
      key,
      body: { model: "echo-embedding", input: paperFor(index).split("\n").slice(0, PASSAGES) },
    });
    return;
  }
  const paper = { role: "system", content: paperFor(index) };
  const model = index % FAILS_EACH === FAILS_EACH - 1 ? "echo-large" : "echo";
  await client.send("POST", at("/v1/chat/completions"), {
    key,
    body: { model, messages: [paper, { role: "user", content }], stream: index % 4 === 1 },
    // If another provider accepts any model name, the call is refused for lack of a price.
    also: [400, 404, 422, 503],
  });
}
