import assert from "node:assert/strict";
import { z } from "zod";
import { Role } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { json } from "lib/service/openapi.ts";
import { feature } from "lib/service/openapi.ts";
import { type Caller, type Shared, Sharing, type SharingRules, sharingRules } from "lib/sharing/sharing.ts";
import { callerHeaders, checkMatrix, checkRights } from "lib/sharing/sharing_matrix.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { createService } from "lib/service/service.ts";
import { testDatabase, testOnEngines, testService } from "lib/testing.ts";

const MIGRATIONS = import.meta.resolve("./sharing_fixture/");
const NOTES = { schema: "sharing", migrations: MIGRATIONS };
const COLUMNS = { owner: "created_by", table: "n" };

const CALLERS: Caller[] = ["alice", "bilal", 'o"hara\\'].flatMap((sub) =>
  Role.options.map((role) => ({ sub, role }))
);
const OWNERS = ["alice", "bilal", null];
const SHARINGS: (Sharing | null)[] = [
  null,
  ...[
    {},
    { all: true },
    { people: ["bilal", 'o"hara\\'] },
    { people: ["bilal"], may: "change" },
    { roles: ["user"], may: "change" },
    { roles: ["manager"] },
    { people: ["all", "user", "Alice"] },
  ].map((sharing) => Sharing.parse(sharing)),
];
const RESOURCES: Shared[] = OWNERS.flatMap((owner) =>
  SHARINGS.map((shared_with) => ({ owner, shared_with }))
);

Deno.test("a resource is its maker's, managers' and admins' until it is shared", () => {
  const { may } = sharingRules("private");
  const note = { owner: "alice", shared_with: null };
  for (const act of ["read", "change", "remove", "share"] as const) {
    assert.equal(may({ sub: "alice", role: "user" }, note, act), true);
    assert.equal(may({ sub: "bilal", role: "manager" }, note, act), true);
    assert.equal(may({ sub: "bilal", role: "admin" }, note, act), true);
    assert.equal(may({ sub: "bilal", role: "user" }, note, act), false);
  }
});

Deno.test("those it is shared with read it, change it if allowed, and never remove or share it", () => {
  const { may } = sharingRules("private");
  const bilal: Caller = { sub: "bilal", role: "user" };
  for (const given of [{ people: ["bilal"] }, { roles: ["user" as const] }, { all: true }]) {
    const acts = (level: Sharing["may"]) =>
      (["read", "change", "remove", "share"] as const).filter((act) =>
        may(bilal, { owner: "alice", shared_with: Sharing.parse({ ...given, may: level }) }, act)
      );
    assert.deepEqual(acts("read"), ["read"]);
    assert.deepEqual(acts("change"), ["read", "change"]);
  }
});

Deno.test("DEFAULT_SHARING decides only while nobody has set the sharing, also for rows without an owner", () => {
  const bilal: Caller = { sub: "bilal", role: "user" };
  const unstated = { owner: "alice", shared_with: null };
  const ownerless = { owner: null, shared_with: null };
  const stated = { owner: "alice", shared_with: Sharing.parse({}) };
  const readable = (rules: SharingRules) =>
    [unstated, ownerless, stated].map((note) => rules.may(bilal, note, "read"));
  assert.deepEqual(readable(sharingRules("private")), [false, false, false]);
  assert.deepEqual(readable(sharingRules("all")), [true, true, false]);
  assert.equal(sharingRules("all").may(bilal, unstated, "change"), false);
  assert.equal(sharingRules("all", { may: "change" }).may(bilal, unstated, "change"), true);
  assert.equal(sharingRules("private", { may: "change" }).may(bilal, unstated, "change"), false);
});

Deno.test("a refused act is a 404 to callers who may not read, a 403 to those who may", () => {
  const { check } = sharingRules("private");
  const bilal: Caller = { sub: "bilal", role: "user" };
  const hidden = { owner: "alice", shared_with: null };
  const shown = { owner: "alice", shared_with: Sharing.parse({ all: true }) };
  const options = { act: "remove", what: "Note" } as const;
  assert.throws(() => check(bilal, undefined, options), { status: 404, message: "Note not found" });
  assert.throws(() => check(bilal, hidden, options), { status: 404, message: "Note not found" });
  assert.throws(() => check(bilal, shown, options), {
    status: 403,
    message: "Role 'user' is not permitted; required: owner, manager, admin",
  });
  assert.equal(check({ sub: "alice", role: "user" }, hidden, options), hidden);
});

testOnEngines("the condition of lists finds exactly the rows that may be read", NOTES, async (sql) => {
  for (const { owner, shared_with } of RESOURCES) await insertNote(sql, owner, shared_with);
  for (const setting of ["private", "all"] as const) {
    const rules = sharingRules(setting);
    for (const caller of CALLERS) {
      const rows = await sql<Shared[]>`
        select n.created_by as owner, n.shared_with from sharing.notes n
        where n.title = 'note' and ${rules.visible(sql, caller, COLUMNS)} order by n.id`;
      const expected = RESOURCES.filter((resource) => rules.may(caller, resource, "read"));
      assert.deepEqual([...rows], expected, `${setting} ${caller.sub} ${caller.role}`);
    }
  }
});

testOnEngines("a list by this condition finds its rows by index", NOTES, async (sql) => {
  await sql`
    insert into sharing.notes (id, title, created_by, shared_with)
    select gen_random_uuid(), repeat('note ', 20), 'person-' || i % 5000, case when i % 50 = 0 then
      jsonb_build_object('people', jsonb_build_array('person-' || i % 4999), 'roles', '[]'::jsonb, 'all', false) end
    from generate_series(1, 20000) i`;
  await sql`analyze sharing.notes`;
  const condition = sharingRules("private").visible(sql, { sub: "person-7", role: "user" }, COLUMNS);
  const plan = await sql<Record<string, string>[]>`
    explain select count(*) from sharing.notes n where ${condition}`;
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  assert.match(text, /notes_owner/);
  assert.match(text, /notes_shared/);
  assert.doesNotMatch(text, /Seq Scan/);
});

Deno.test("GET and PUT sharing are the owner's, managers' and admins'", async () => {
  await using database = await testDatabase("sharing", MIGRATIONS);
  const app = notes(database.sql);
  const make = async () => ({
    id: await insertNote(database.sql, "owner", Sharing.parse({ people: ["shared"], may: "change" })),
  });
  await checkMatrix(app, [
    { route: "GET /api/v1/notes/{id}", expected: [200, 404, 200, 200, 200] },
    { route: "GET /api/v1/notes/{id}/rights", expected: [200, 404, 200, 200, 200] },
    { route: "GET /api/v1/notes/{id}/sharing", expected: [200, 404, 403, 200, 200] },
    { route: "PUT /api/v1/notes/{id}/sharing", body: { all: true }, expected: [200, 404, 403, 200, 200] },
  ], make);
  await checkRights(app, "/api/v1/notes/{id}", { make, may: "change" });
  const toRead = async () => ({
    id: await insertNote(database.sql, "owner", Sharing.parse({ people: ["shared"] })),
  });
  await checkRights(app, "/api/v1/notes/{id}", { make: toRead, may: "read" });
});

Deno.test("PUT sharing gives access, replaces the earlier sharing, and with {} withdraws it", async () => {
  await using database = await testDatabase("sharing", MIGRATIONS);
  const app = notes(database.sql);
  const id = await insertNote(database.sql, "owner", null);
  const status = async () =>
    (await app.request(`/api/v1/notes/${id}`, { headers: await callerHeaders("other") })).status;
  const put = async (sharing: unknown) =>
    await app.request(`/api/v1/notes/${id}/sharing`, {
      method: "PUT",
      headers: { ...await callerHeaders("owner"), "content-type": "application/json" },
      body: JSON.stringify(sharing),
    });
  assert.equal(await status(), 404);

  const shared = await put({ people: ["other", "other", "third"] });
  assert.equal(shared.status, 200);
  assert.deepEqual(await shared.json(), {
    owner: "owner",
    people: ["other", "third"],
    roles: [],
    all: false,
    may: "read",
    is_default: false,
  });
  assert.equal(await status(), 200);

  assert.equal((await put({ people: ["third"] })).status, 200);
  assert.equal(await status(), 404);
  assert.equal((await put({ all: true })).status, 200);
  assert.equal(await status(), 200);
  assert.equal((await put({})).status, 200);
  assert.equal(await status(), 404);
});

Deno.test("PUT sharing refuses malformed input and changes nothing", async () => {
  await using database = await testDatabase("sharing", MIGRATIONS);
  const app = notes(database.sql);
  const id = await insertNote(database.sql, "owner", null);
  const cases: [unknown, (string | number)[]][] = [
    [{ people: ["a\u0000"] }, ["body", "people", 0]],
    [{ people: ["\ud800"] }, ["body", "people", 0]],
    [{ people: [""] }, ["body", "people", 0]],
    [{ people: ["x".repeat(256)] }, ["body", "people", 0]],
    [{ people: Array.from({ length: 501 }, (_, i) => `p${i}`) }, ["body", "people"]],
    [{ roles: ["root"] }, ["body", "roles", 0]],
    [{ poeple: ["bilal"] }, ["body"]],
    [{ all: "yes" }, ["body", "all"]],
    [{ may: "remove" }, ["body", "may"]],
    [[], ["body"]],
  ];
  for (const [body, loc] of cases) {
    const response = await app.request(`/api/v1/notes/${id}/sharing`, {
      method: "PUT",
      headers: { ...await callerHeaders("owner"), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 422, JSON.stringify(body));
    assert.deepEqual((await response.json()).details[0].loc, loc);
  }
  const [row] = await database.sql<{ shared_with: unknown }[]>`select shared_with from sharing.notes`;
  assert.equal(row?.shared_with, null);
});

async function insertNote(sql: Sql, owner: string | null, shared_with: Sharing | null): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into sharing.notes (id, title, created_by, shared_with)
    values (${id}, 'note', ${owner}, ${shared_with && sql.json(shared_with)})`;
  return id;
}

/** A service with one kind of resource, as in the example in `lib/sharing/sharing.ts`. */
function notes(sql: Sql) {
  const rules = sharingRules("private");
  const find = async (id: string) => {
    const [row] = await sql<Shared[]>`
      select created_by as owner, shared_with from sharing.notes where id = ${id}`;
    return row;
  };
  const app = createService({
    name: "notes",
    title: "Notes",
    description: "Notes that are shared",
    prefix: "/api/v1",
    ...testService(),
  });
  const routes = feature();
  routes.openapi(
    {
      method: "get",
      path: "/notes/{id}",
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(z.object({ owner: z.string().nullable() }), "The note") },
    },
    async (c) => {
      const note = rules.check(c.var.user, await find(c.req.valid("param").id), {
        act: "read",
        what: "Note",
      });
      return c.json({ owner: note.owner }, 200);
    },
  );
  app.route("/api/v1", routes);
  app.route(
    "/api/v1",
    sharingRoutes({
      path: "/notes/{id}",
      id: z.uuid(),
      what: "Note",
      rules,
      find,
      share: async (id, sharing) => {
        const { count } = await sql`
          update sharing.notes set shared_with = ${sql.json(sharing)} where id = ${id}`;
        return count === 1;
      },
    }),
  );
  return app;
}
