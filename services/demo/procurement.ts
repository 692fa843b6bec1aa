/** Suppliers, and tenders at every stage; each step is taken by the person responsible for it. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { Created } from "./created.ts";
import { bidder, HUDA } from "./people.ts";
import { COMMITTEE, type DemoBid, type DemoTender, SUPPLIERS, TENDERS } from "./tenders.ts";

const at = (path: string): Place => ["procurement", `/api/v1${path}`];
const DAY_MS = 86_400_000;
const Suppliers = z.object({ suppliers: z.array(Created.extend({ name: z.string() })) });
const Tenders = z.object({ tenders: z.array(Created.extend({ title: z.string() })) });

/** Fills procurement; existing objects with the same names stay unchanged. */
export async function procurement(client: Client): Promise<string> {
  const suppliers = new Map<string, string>();
  for (const input of SUPPLIERS) {
    const query = new URLSearchParams({ search: input.name, page_size: "100" });
    const { suppliers: found } = await client.get(Suppliers, at(`/suppliers?${query}`), { as: HUDA });
    const known = found.find(({ name }) => name === input.name);
    const { id } = known ?? await client.post(Created, at("/suppliers"), { as: HUDA, body: input });
    suppliers.set(input.name, id);
  }
  let made = 0;
  for (const tender of TENDERS) {
    const { title } = tender.input;
    const query = new URLSearchParams({ search: title, page_size: "100" });
    const { tenders: found } = await client.get(Tenders, at(`/tenders?${query}`), { as: HUDA });
    if (found.some((tender) => tender.title === title)) continue;
    await createTender(client, tender, suppliers);
    made += 1;
  }
  return `${suppliers.size} suppliers, ${TENDERS.length} tenders (${made} new)`;
}

async function createTender(
  client: Client,
  tender: DemoTender,
  suppliers: Map<string, string>,
): Promise<void> {
  const { stage, days, input } = tender;
  const deadline = days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString();
  const { id } = await client.post(Created, at("/tenders"), {
    as: HUDA,
    body: {
      ...input,
      deadline,
      committee: COMMITTEE.map(({ sub }) => sub),
      status: stage === "draft" ? "draft" : "open",
    },
  });
  if (stage !== "draft") await client.send("POST", at(`/tenders/${id}/analyze`), { as: HUDA });
  const bids = await submit(client, id, tender.bids, suppliers);
  if (stage === "draft" || stage === "open") return;
  if (stage === "cancelled") return await setStatus(client, id, "cancelled");
  await client.send("POST", at(`/tenders/${id}/open-bids`), { as: HUDA });
  await setStatus(client, id, stage === "unsuccessful" ? "unsuccessful" : "under_evaluation");
  if (stage === "unsuccessful") return;
  await judge(client, id, bids);
  if (stage === "opened") return;
  await client.send("POST", at(`/tenders/${id}/evaluate-all`), { as: HUDA });
  const [winner] = bids;
  if (stage === "awarded" && winner) {
    const reason = "أعلى مجموع، وتستوفي كل المتطلبات";
    await client.send("POST", at(`/tenders/${id}/award`), { as: HUDA, body: { bid_id: winner.id, reason } });
  }
  await client.send("POST", at(`/reports/tender/${id}?language=both`), { as: HUDA });
}

async function setStatus(client: Client, id: string, status: string): Promise<void> {
  await client.send("PUT", at(`/tenders/${id}`), { as: HUDA, body: { status } });
}

type Submitted = DemoBid & { id: string; tender: string };

async function submit(
  client: Client,
  tender: string,
  bids: DemoBid[],
  suppliers: Map<string, string>,
): Promise<Submitted[]> {
  const submitted: Submitted[] = [];
  for (const bid of bids) {
    const { supplier, amount, delivery_days, proposal } = bid;
    const owner = SUPPLIERS.find(({ name }) => name === supplier)?.owners[0] ?? "";
    const { id } = await client.post(Created, at(`/tenders/${tender}/bids`), {
      as: bidder(owner),
      body: { supplier_id: suppliers.get(supplier), amount, delivery_days, proposal },
    });
    submitted.push({ ...bid, id, tender });
  }
  return submitted;
}

async function judge(client: Client, tender: string, bids: Submitted[]): Promise<void> {
  for (const { id, scores = {}, met = [] } of bids) {
    const bid = `/tenders/${tender}/bids/${id}`;
    for (const [criterion, given] of Object.entries(scores)) {
      for (const [index, score] of given.entries()) {
        await client.send("POST", at(`${bid}/scores`), { as: COMMITTEE[index], body: { criterion, score } });
      }
    }
    for (const [requirement, isMet] of met.entries()) {
      const body = { requirement, status: isMet ? "met" : "not_met", evidence: "Read in the proposal" };
      await client.send("PUT", at(`${bid}/requirements`), { as: COMMITTEE[0], body });
    }
  }
}
