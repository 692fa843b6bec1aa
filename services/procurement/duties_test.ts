import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines, testService } from "lib/testing.ts";
import { openaiProvider } from "lib/providers/provider.ts";
import type { Caller } from "./access.ts";
import { createApp } from "./app.ts";
import { createEvaluator } from "./evaluation/evaluator.ts";
import { type Call, DATABASE, INLINE, served, TENDER } from "./procurement_fixture.ts";

const BEFORE = Date.parse("2026-12-01T00:00:00Z");
const DUE = Date.parse("2026-12-06T00:00:00Z");

const CALLERS: Record<string, Caller> = {
  others: { sub: "stranger", role: "user" },
  maker: { sub: "maker", role: "user" },
  committee: { sub: "judge", role: "user" },
  bidder: { sub: "bidder", role: "user" },
  manager: { sub: "manager", role: "manager" },
  admin: { sub: "admin", role: "admin" },
  "manager who bids": { sub: "bidding-manager", role: "manager" },
};
const RIVAL: Caller = { sub: "rival", role: "user" };
const EXPECTED: Record<string, (status: number) => boolean> = {
  yes: (status) => status >= 200 && status < 300,
  no: (status) => status === 403,
  hidden: (status) => status === 404,
};

interface Duty {
  route: string;
  cells: Record<string, string>;
}

/** The rows of the README's table. */
async function duties(): Promise<Duty[]> {
  const readme = await Deno.readTextFile(new URL("./README.md", import.meta.url));
  const table = readme.split("<!-- duties -->")[1]?.split("<!-- /duties -->")[0] ?? "";
  const rows = table.trim().split("\n").map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim())
  );
  const [head = [], , ...body] = rows;
  return body.map(([route = "", ...cells]) => ({
    route: route.replaceAll("`", ""),
    cells: Object.fromEntries(cells.map((cell, index) => [head[index + 1] ?? "", cell])),
  }));
}

interface Scene {
  open: string;
  due: string;
  done: string;
  supplier: { bidder: string; manager: string; nobody: string };
  bid: { sealed: string; late: string; opened: string };
  report: string;
  release: unknown;
}

/** Creates an open tender, one past its deadline, and an evaluated one, each with bids of three owners. */
async function sceneOf(call: Call, clock: { now: number }): Promise<Scene> {
  clock.now = BEFORE;
  const done = async (method: string, path: string, given: unknown, as: Caller) => {
    const { status, body } = await call(method, path, given, as);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { maker, bidder, admin, "manager who bids": manager } = CALLERS;
  assert.ok(maker && bidder && admin && manager);
  const publish = async (deadline: string) =>
    (await done("POST", "/tenders", { ...TENDER, sealed: true, deadline, committee: ["judge"] }, maker)).id;
  const tenders = {
    open: await publish("2026-12-31"),
    due: await publish("2026-12-05"),
    done: await publish("2026-12-05"),
  };
  const register = async (as: Caller, owners: string[]) =>
    (await done("POST", "/suppliers", { name: as.sub, owners }, as)).id;
  const suppliers = {
    bidder: await register(bidder, []),
    rival: await register(RIVAL, []),
    manager: await register(manager, ["bidding-manager"]),
    nobody: await register(admin, []),
  };
  const bid = async (tender: string, supplier_id: string, as: Caller) =>
    (await done("POST", `/tenders/${tender}/bids`, { supplier_id, amount: 700 }, as)).id;
  for (const tender of Object.values(tenders)) {
    await bid(tender, suppliers.bidder, bidder);
    await bid(tender, suppliers.manager, manager);
  }
  const sealed = await bid(tenders.open, suppliers.rival, RIVAL);
  const opened = await bid(tenders.done, suppliers.rival, RIVAL);
  clock.now = DUE;
  const late = await bid(tenders.due, suppliers.rival, RIVAL);
  await done("POST", `/tenders/${tenders.done}/open-bids`, undefined, maker);
  await done("POST", `/tenders/${tenders.done}/evaluate-all`, undefined, maker);
  const report = (await done("POST", `/reports/tender/${tenders.done}`, undefined, maker)).id;
  const release = await done("GET", `/ocds/releases/${tenders.open}`, undefined, maker);
  return { ...tenders, supplier: suppliers, bid: { sealed, late, opened }, report, release };
}

/** The path and body of each route in the table, in order. */
function requestOf(route: string, scene: Scene): { method: string; path: string; body?: unknown } {
  const { open, due, done, supplier, bid, report, release } = scene;
  const opened = `/tenders/${done}/bids/${bid.opened}`;
  const known: Record<string, [path: string, body?: unknown]> = {
    "POST /tenders": ["/tenders", { title: "Pens" }],
    "GET /tenders": ["/tenders"],
    "GET /tenders/stats": ["/tenders/stats"],
    "GET /tenders/{tender_id}": [`/tenders/${open}`],
    "PUT /tenders/{tender_id}": [`/tenders/${open}`, { title: "Laptops" }],
    "POST /tenders/{tender_id}/open-bids": [`/tenders/${due}/open-bids`],
    "POST /tenders/{tender_id}/analyze": [`/tenders/${open}/analyze`],
    "POST /tenders/{tender_id}/bids for the bidder's supplier": [`/tenders/${open}/bids`, {
      supplier_id: supplier.bidder,
      amount: 5,
    }],
    "POST /tenders/{tender_id}/bids for a supplier without owners": [`/tenders/${open}/bids`, {
      supplier_id: supplier.nobody,
      amount: 6,
    }],
    "GET /tenders/{tender_id}/bids": [`/tenders/${open}/bids`],
    "GET /tenders/{tender_id}/bids/{bid_id} while sealed, another's": [`/tenders/${open}/bids/${bid.sealed}`],
    "GET /tenders/{tender_id}/bids/{bid_id} once opened": [opened],
    "POST /tenders/{tender_id}/bids/{bid_id}/admit": [`/tenders/${due}/bids/${bid.late}/admit`, {
      reason: "The portal was down",
    }],
    "POST /tenders/{tender_id}/bids/{bid_id}/scores": [`${opened}/scores`, {
      criterion: "quality",
      score: 100,
    }],
    "GET /tenders/{tender_id}/bids/{bid_id}/scores": [`${opened}/scores`],
    "PUT /tenders/{tender_id}/bids/{bid_id}/requirements": [`${opened}/requirements`, {
      requirement: 0,
      status: "met",
      evidence: "Certificate seen",
    }],
    "POST /tenders/{tender_id}/bids/{bid_id}/evaluate": [`${opened}/evaluate`],
    "POST /tenders/{tender_id}/evaluate-all": [`/tenders/${done}/evaluate-all`],
    "GET /tenders/{tender_id}/evaluations": [`/tenders/${done}/evaluations`],
    "POST /reports/tender/{tender_id}": [`/reports/tender/${done}`],
    "GET /reports": ["/reports"],
    "GET /reports/{report_id}/download": [`/reports/${report}/download`],
    "POST /tenders/{tender_id}/award": [`/tenders/${done}/award`, { bid_id: bid.opened, reason: "Cheapest" }],
    "POST /tenders/{tender_id}/bids/{bid_id}/disqualify": [`/tenders/${due}/bids/${bid.late}/disqualify`, {
      reason: "No bond",
    }],
    "POST /suppliers": ["/suppliers", { name: "New" }],
    "GET /suppliers": ["/suppliers"],
    "GET /suppliers/{supplier_id}": [`/suppliers/${supplier.bidder}`],
    "PUT /suppliers/{supplier_id} of the bidder": [`/suppliers/${supplier.bidder}`, { category: "it" }],
    "PUT /suppliers/{supplier_id} of the bidder, its owners": [`/suppliers/${supplier.bidder}`, {
      owners: ["bidder", "cousin"],
    }],
    "POST /suppliers/{supplier_id}/score of the bidder": [`/suppliers/${supplier.bidder}/score`],
    "POST /suppliers/{supplier_id}/records of the bidder": [`/suppliers/${supplier.bidder}/records`, {
      kind: "breach",
    }],
    "POST /suppliers/{supplier_id}/records of the manager who bids": [
      `/suppliers/${supplier.manager}/records`,
      {
        kind: "on_time_delivery",
      },
    ],
    "GET /suppliers/{supplier_id}/records of the bidder": [`/suppliers/${supplier.bidder}/records`],
    "GET /ocds/releases": ["/ocds/releases"],
    "GET /ocds/releases/{tender_id}": [`/ocds/releases/${open}`],
    "POST /ocds/releases": ["/ocds/releases", release],
    "GET /audit/{resource_id} of a tender or its bids": [`/audit/${bid.opened}`],
    "GET /audit/{resource_id} of a supplier": [`/audit/${supplier.bidder}`],
    "GET /settings": ["/settings"],
    "GET /people": ["/people"],
    "DELETE /tenders/{tender_id}": [`/tenders/${open}`],
  };
  const request = known[route];
  assert.ok(request, `no request is known for ${route}`);
  return { method: route.split(" ")[0] ?? "", path: request[0], body: request[1] };
}

function appOf(sql: Sql) {
  return createApp({
    service: testService(),
    sql,
    evaluator: createEvaluator(),
    printer: INLINE,
    provider: openaiProvider({}),
    model: undefined,
    lateBids: "reject",
    timeZone: "UTC",
    publicTenders: false,
    ocds: { ocidPrefix: "ocds-abc123", publisher: "P" },
  });
}

testOnEngines("the table of duties has every route, and every cell of it is true", DATABASE, async (sql) => {
  const table = await duties();
  const document = await (await appOf(sql).request("/openapi.json")).json();
  const operations = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    // The table covers only routes that need a token.
    path.startsWith("/api/v1/") && !path.endsWith("/health") && !path.startsWith("/api/v1/public/")
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice("/api/v1".length)}`)
      : []
  );
  const listed = new Set(table.map(({ route }) => route.split(" ").slice(0, 2).join(" ")));
  assert.deepEqual([...listed].sort(), operations.sort());
  const clock = { now: BEFORE };
  const call = served(sql, { now: () => clock.now, lateBids: "flag" });
  for (const [name, caller] of Object.entries(CALLERS)) {
    const scene = await sceneOf(call, clock);
    for (const { route, cells } of table) {
      const { method, path, body } = requestOf(route, scene);
      const { status, body: said } = await call(method, path, body, caller);
      const expected = EXPECTED[cells[name] ?? ""];
      assert.ok(expected?.(status), `${name}: ${route} answered ${status} ${JSON.stringify(said)}`);
    }
  }
});

testOnEngines("without a token every route is a 401", DATABASE, async (sql) => {
  const app = appOf(sql);
  for (const { route } of await duties()) {
    const [method = "", path = ""] = route.split(" ");
    const response = await app.request(`/api/v1${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`, {
      method,
    });
    assert.equal(response.status, 401, route);
  }
});
