import assert from "node:assert/strict";
import { z } from "zod";
import type { Role } from "lib/auth/auth.ts";
import { scripted, testConsole } from "../console_fixture.ts";

const Part = z.object({
  service: z.string(),
  kind: z.string(),
  hits: z.array(z.object({ id: z.string(), label: z.string(), address: z.string() })),
  failed: z.boolean(),
});
const TENDER = "0198c0de-7f3a-7c21-9b64-2f1f3c6a1e55";

async function withSearch(
  answer: (path: string, request: Request) => Response | Promise<Response>,
  body: (
    find: (text: string, role?: Role) => Promise<z.output<typeof Part>[]>,
    asked: string[],
    request: (text: string) => Promise<Response>,
  ) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const service = scripted((request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${search}`);
    return answer(pathname, request);
  });
  // The guard is away.
  const { address } = service;
  const addresses = {
    ...{ gateway: address, procurement: address, voice: address, documents: address },
    ...{ compliance: address, agents: address, evaluation: address },
  };
  await using desk = await testConsole({ addresses });
  try {
    const request = async (text: string, role: Role = "user") => {
      const { cookie } = await desk.signIn(role);
      return await desk.request(`/api/console/search?q=${encodeURIComponent(text)}`, { cookie });
    };
    await body(
      async (text, role) => {
        const response = await request(text, role);
        assert.equal(response.status, 200);
        const lines = (await response.text()).trim().split("\n");
        return lines.map((line) => Part.parse(JSON.parse(line)));
      },
      asked,
      request,
    );
  } finally {
    await service.close();
  }
}

const row = { id: TENDER, title: "طريق الساحل", name: "Road & bridge", model_id: "echo", agent_id: "a/b" };
const list = (pathname: string) => {
  const [plural = ""] = pathname.split("/").slice(-1);
  const envelope = ["tenders", "suppliers", "documents", "transcriptions"].includes(plural)
    ? { [plural]: [row] }
    : ["models", "virtual-keys", "teams", "customers"].includes(plural)
    ? { data: [row] }
    : [row];
  return Response.json(envelope);
};

Deno.test("a search asks each list once in its own words, and a service that is away is told", async () => {
  await withSearch(list, async (find, asked) => {
    const parts = await find("ساحل & 100%");
    const part = (kind: string) => parts.find((one) => one.kind === kind);
    assert.deepEqual(part("tender")?.hits, [
      { id: TENDER, label: "طريق الساحل", address: `/procurement?tender=${TENDER}` },
    ]);
    assert.equal(part("run")?.hits[0]?.address, `/agents?agent=a%2Fb&view=runs&run=${TENDER}`);
    assert.deepEqual([part("policy")?.failed, part("policy")?.hits], [true, []]);
    assert.ok(
      asked.includes("/api/v1/tenders?page_size=5&search=%D8%B3%D8%A7%D8%AD%D9%84%20%26%20100%25"),
      asked.join("\n"),
    );
    // The lists of admins are not asked for others.
    assert.equal(part("key"), undefined);
    assert.ok(!asked.some((path) => path.includes("governance")));
    // The model's name holds no such text.
    assert.deepEqual(part("model")?.hits, []);
    assert.equal(asked.length, new Set(asked).size);
  });
});

Deno.test("an admin finds keys; a whole list is looked through by the console", async () => {
  await withSearch(list, async (find) => {
    const parts = await find("ROAD", "admin");
    const of = (kind: string) => parts.find((one) => one.kind === kind)?.hits.map(({ label }) => label);
    assert.deepEqual(of("key"), ["Road & bridge"]);
    assert.deepEqual(of("benchmark"), ["Road & bridge"]);
    assert.deepEqual(of("result"), []);
  });
});

Deno.test("a whole id is asked for as such, and what is not there or not theirs is simply not found", async () => {
  const answer = (pathname: string) =>
    pathname === `/api/v1/tenders/${TENDER}`
      ? Response.json(row)
      : pathname.endsWith(TENDER)
      ? Response.json({ error: "no" }, { status: pathname.includes("systems") ? 403 : 404 })
      : Response.json(pathname.endsWith("/models") ? { data: [] } : []);
  await withSearch(answer, async (find, asked) => {
    const parts = await find(` ${TENDER} `);
    assert.deepEqual(parts.flatMap(({ hits }) => hits.map(({ id }) => id)), [TENDER]);
    assert.deepEqual(parts.filter(({ failed }) => failed).map(({ service }) => service), ["guard"]);
    assert.ok(asked.includes(`/api/v1/runs?limit=5&search=${TENDER}`));
  });
});

Deno.test("a search without a session, without text, or of a text that no service takes is refused", async () => {
  await withSearch(list, async (_find, asked, request) => {
    for (const text of ["", "   ", "a\0b", "x".repeat(201)]) {
      assert.equal((await request(text)).status, 422, JSON.stringify(text));
    }
    assert.deepEqual(asked, []);
  });
  await using desk = await testConsole();
  assert.equal((await desk.request("/api/console/search?q=road")).status, 401);
});

Deno.test("a search that is given up ends its requests; one answer does not wait for another", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const slow = (pathname: string, request: Request) => {
    if (!pathname.endsWith("/tenders")) return list(pathname);
    request.signal.addEventListener("abort", () => ended.resolve());
    begun.resolve();
    return ended.promise.then(() => new Response());
  };
  await withSearch(slow, async (_find, _asked, request) => {
    const response = await request("road");
    const reader = response.body?.getReader();
    const first = await reader?.read();
    assert.ok(first && !first.done);
    await begun.promise;
    await reader?.cancel();
    await ended.promise;
  });
});
