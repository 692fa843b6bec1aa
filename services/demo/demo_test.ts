import assert from "node:assert/strict";
import { z } from "zod";
import { freePort } from "lib/host/free_port_fixture.ts";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { serveScript } from "lib/testing.ts";
import { platformMigrations } from "../platform_migrations_fixture.ts";
import { ADMIN_KEY, type Platform, SECRET, startPlatform } from "../attack/platform.ts";
import { everywhere } from "../console/console_fixture.ts";
import { type Addresses, SERVICE_NAMES } from "../console/server/services.ts";
import { client, DemoFailure, type Reach, tokenSigner } from "./client.ts";
import { fill } from "./demo.ts";
import { gateway } from "./gateway.ts";
import { ADMIN } from "./people.ts";
import { voice } from "./voice.ts";

/** Lists that the console's pages show, with their minimum numbers of entries. */
const SHOWN: [keyof Addresses, string, number][] = [
  ["gateway", "/governance/customers", 2],
  ["gateway", "/governance/teams", 3],
  ["gateway", "/governance/virtual-keys", 4],
  ["gateway", "/governance/prices", 2],
  ["gateway", "/costs?limit=100", 50],
  ["gateway", "/logs/events?limit=100", 50],
  ["procurement", "/api/v1/suppliers?page_size=100", 7],
  ["procurement", "/api/v1/tenders?page_size=100", 9],
  ["procurement", "/api/v1/tenders?status=draft", 1],
  ["procurement", "/api/v1/tenders?status=open", 3],
  ["procurement", "/api/v1/tenders?status=under_evaluation", 1],
  ["procurement", "/api/v1/tenders?status=evaluated", 1],
  ["procurement", "/api/v1/tenders?status=awarded", 1],
  ["procurement", "/api/v1/tenders?status=unsuccessful", 1],
  ["procurement", "/api/v1/tenders?status=cancelled", 1],
  ["procurement", "/api/v1/reports", 2],
  ["documents", "/api/v1/docs/documents", 8],
  ["documents", "/api/v1/docs/documents?status=completed", 8],
  ["documents", "/api/v1/docs/documents?document_type=invoice", 3],
  ["compliance", "/api/v1/comply/systems", 3],
  ["compliance", "/api/v1/comply/reports", 5],
  ["compliance", "/api/v1/comply/certificates", 1],
  ["agents", "/api/v1/agents", 3],
  ["agents", "/api/v1/playground/sessions", 3],
  ["evaluation", "/api/v1/results", 11],
  ["evaluation", "/api/v1/leaderboard", 1],
  ["documents", "/api/v1/docs/types", 1],
  ["documents", "/api/v1/docs/deletions", 1],
  ["voice", "/api/v1/transcriptions", 4],
  ["guard", "/api/v1/pii/recognisers", 1],
  ["guard", "/api/v1/policies", 3],
  ["guard", "/api/v1/alerts/rules", 2],
  ["guard", "/api/v1/audit/trail", 8],
  ["guard", "/api/v1/compliance/reports", 2],
];

const Costs = z.object({ total_cost_usd: z.number(), unpriced_requests: z.int() });
const Teams = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const Team = z.object({
  budget: z.object({ limit_usd: z.number() }),
  spending: z.object({ spent_usd: z.number() }),
});

const List = z.union([
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()).transform((page) => Object.values(page).find(Array.isArray) ?? []),
]);

async function counted(reach: Reach): Promise<number[]> {
  const demo = client(reach, ADMIN);
  return await Promise.all(
    SHOWN.map(async ([service, path]) => (await demo.get(List, [service, path])).length),
  );
}

function reachOf({ addresses }: Platform): Reach {
  const places = everywhere("");
  for (const name of SERVICE_NAMES) places[name] = addresses.get(name) ?? "";
  return { addresses: places, adminKey: ADMIN_KEY, tokenFor: tokenSigner(SECRET) };
}

Deno.test("the demo fills every service of a platform without keys, and a second run adds nothing", async (t) => {
  const dir = await Deno.makeTempDir();
  const port = String(freePort());
  try {
    await using platform = await startPlatform(dir, {
      ...await quickEmbedded(await platformMigrations()),
      GATEWAY_PORT: port,
      GATEWAY_BASE_URL: `http://127.0.0.1:${port}`,
    });
    const reach = reachOf(platform);
    const said: string[] = [];
    let first: number[] = [];
    await t.step("wrong credentials are reported, and nothing is created", async () => {
      const lines: string[] = [];
      const stranger = { ...reach, adminKey: "dwn-wrong", tokenFor: () => Promise.resolve("wrong") };
      const failed = await fill(stranger, (line) => lines.push(line));
      assert.deepEqual(failed.toSorted(), [...SERVICE_NAMES].toSorted());
      assert.match(lines.join("\n"), /does not take this folder's credentials/);
      const counts = await counted(reach);
      // The gateway's audit log contains the refusals.
      const made = SHOWN.filter(([, path], index) => counts[index] !== 0 && !path.startsWith("/logs/"));
      assert.deepEqual(made, []);
    });
    await t.step("the first run", async () => {
      assert.deepEqual(await fill(reach, (line) => said.push(line)), [], said.join("\n"));
      first = await counted(reach);
      for (const [index, [service, path, least]] of SHOWN.entries()) {
        assert.ok((first[index] ?? 0) >= least, `${service} ${path}: ${first[index]} of ${least}`);
      }
    });
    await t.step(
      "calls cost something, within the budgets, and the prices are said to be made up",
      async () => {
        const demo = client(reach, ADMIN);
        const costs = await demo.get(Costs, ["gateway", "/costs/summary"]);
        assert.ok(costs.total_cost_usd > 3 && costs.total_cost_usd < 30, String(costs.total_cost_usd));
        assert.equal(costs.unpriced_requests, 0);
        const { data } = await demo.get(Teams, ["gateway", "/governance/teams"]);
        for (const { id, name } of data) {
          const { budget, spending } = await demo.get(Team, ["gateway", `/governance/teams/${id}`]);
          const part = spending.spent_usd / budget.limit_usd;
          assert.ok(part > 0.05 && part < 0.9, `${name} has spent ${part}`);
        }
        assert.match(said.find((line) => line.startsWith("gateway:")) ?? "", /made-up prices for echo/);
      },
    );
    await t.step("says what voice lacks", () => {
      assert.match(said.find((line) => line.startsWith("voice:")) ?? "", /deno task doctor/);
    });
    await t.step("the second run", async () => {
      assert.deepEqual(await fill(reach, () => {}), []);
      assert.deepEqual(await counted(reach), first);
    });
    assert.deepEqual(platform.errors, []);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a platform that does not answer is reported in a sentence", async () => {
  const silent = `http://127.0.0.1:${freePort()}`;
  const reach = { adminKey: "", tokenFor: () => Promise.resolve("") };
  await assert.rejects(fill({ ...reach, addresses: everywhere(silent) }, () => {}), (error) => {
    assert.ok(error instanceof DemoFailure);
    assert.match(error.message, /The platform does not answer.*Start it with `deno task start`/);
    return true;
  });
  await using healthy = serveScript(() => Response.json({}));
  const addresses = { ...everywhere(healthy.url), guard: silent };
  await assert.rejects(fill({ ...reach, addresses }, () => {}), /These services do not answer: guard at/);
});

Deno.test("transcripts are brought once, and recordings sent once, to a service with a speech provider", async () => {
  const names: string[] = [];
  await using server = serveScript(async (request, { path }) => {
    if (path.endsWith("/health")) {
      return Response.json({ dependencies: { speech_to_text: { status: "ok" } } });
    }
    if (request.method === "GET") {
      return Response.json({ transcriptions: names.map((filename) => ({ filename })) });
    }
    const file = (await request.formData()).get("file");
    assert.ok(file instanceof File && file.size > (path.endsWith("/transcribe") ? 1_000 : 10));
    names.push(file.name);
    return Response.json({}, { status: 200 });
  });
  const tokenFor = () => Promise.resolve("");
  const demo = client({ addresses: everywhere(server.url), adminKey: "", tokenFor }, ADMIN);
  assert.equal(await voice(demo), "4 transcripts (4 new), 3 recordings (3 new)");
  assert.equal(await voice(demo), "4 transcripts (0 new), 3 recordings (0 new)");
  assert.deepEqual(names.slice(4), ["Site visit.wav", "ملاحظة صوتية.opus", "Handover.flac"]);
});

Deno.test("a run that ended between making a key and revoking it is completed by the next one", async () => {
  const revoked: string[] = [];
  await using server = serveScript((request, { path }) => {
    const name = new URL(request.url).searchParams.get("search");
    if (request.method === "GET") {
      return Response.json({ data: [{ id: `id of ${name}`, name, revoked_at: null }] });
    }
    revoked.push(`${request.method} ${decodeURIComponent(path)}`);
    return Response.json({});
  });
  const tokenFor = () => Promise.resolve("");
  const demo = client({ addresses: everywhere(server.url), adminKey: "", tokenFor }, ADMIN);
  assert.match(await gateway(demo), /4 keys \(0 new\), 0 new calls/);
  assert.deepEqual(revoked, ["POST /governance/virtual-keys/id of pilot-2025/revoke"]);
});

Deno.test("a key of the demo's own that is refused is not taken for wrong credentials of the folder", async () => {
  await using server = serveScript(() => Response.json({ error: "Invalid API key" }, { status: 401 }));
  const tokenFor = () => Promise.resolve("");
  const demo = client({ addresses: everywhere(server.url), adminKey: "", tokenFor }, ADMIN);
  await assert.rejects(
    demo.send("POST", ["gateway", "/v1/chat/completions"], { key: "dwn-new", body: {} }),
    /gateway answered 401 to POST \/v1\/chat\/completions: .*Invalid API key/,
  );
  await assert.rejects(
    demo.send("GET", ["gateway", "/costs"]),
    /does not take this folder's credentials/,
  );
});
