/** For tests: every route of a service tried as the owner, another person, one it is shared with, manager and admin. */
import assert from "node:assert/strict";
import { z } from "zod";
import type { Role } from "lib/auth/auth.ts";
import { bearer } from "lib/testing.ts";

/** The callers of a matrix with their roles; their `sub` is their name. */
export const CALLERS: Record<"owner" | "other" | "shared" | "manager" | "admin", Role> = {
  owner: "user",
  other: "user",
  shared: "user",
  manager: "manager",
  admin: "admin",
};
/** A caller of a matrix. */
export type MatrixCaller = keyof typeof CALLERS;

/** A route, and the status that each caller must get, in the order owner, other, shared, manager, admin. */
export interface MatrixRow {
  /** `GET /api/v1/notes/{id}`; each `{name}` is filled in from the resource. */
  route: string;
  /** The status for owner, other, shared, manager and admin. */
  expected: [number, number, number, number, number];
  /** The JSON body to send. */
  body?: unknown;
  /** A body that is not JSON, made for each request. */
  form?: () => FormData;
}

/** The Authorization header of one of the callers. */
export async function callerHeaders(caller: MatrixCaller): Promise<{ authorization: string }> {
  return await bearer(CALLERS[caller], caller);
}

/**
 * Tries each row as each caller, each time on a new resource that `owner` made and shared with `shared`;
 * fails with a list of all rows with a different answer.
 */
export async function checkMatrix(
  app: { request(path: string, init: RequestInit): Response | Promise<Response> },
  rows: MatrixRow[],
  make: () => Promise<Record<string, string>>,
): Promise<void> {
  const wrong: string[] = [];
  for (const { route, expected, body, form } of rows) {
    const [method, template] = route.split(" ");
    const got: number[] = [];
    for (const caller of ["owner", "other", "shared", "manager", "admin"] as const) {
      const ids = await make();
      const path = (template ?? "").replace(/\{(\w+)\}/g, (_all, name) => ids[name] ?? `no ${name}`);
      const headers = new Headers(await callerHeaders(caller));
      if (body !== undefined) headers.set("content-type", "application/json");
      const response = await app.request(path, {
        method,
        headers,
        body: body === undefined ? form?.() : JSON.stringify(body),
      });
      await response.body?.cancel();
      got.push(response.status);
    }
    if (got.join() !== expected.join()) wrong.push(`${route}: expected ${expected}, got ${got}`);
  }
  assert.deepEqual(wrong, []);
}

/** What callers may do to a resource shared with `shared` to be read, or changed too, as `/rights` must tell it. */
const RIGHTS = {
  owner: { read: true, change: true, remove: true, share: true },
  manager: { read: true, change: true, remove: true, share: true },
  admin: { read: true, change: true, remove: true, share: true },
};

/**
 * Checks that `path` with `/rights` tells each caller what they may do to a resource that `make` made and shared
 * with `shared` as `may` says, and nothing to others; `path` has `{name}`s, as rows of a matrix.
 */
export async function checkRights(
  app: { request(path: string, init: RequestInit): Response | Promise<Response> },
  path: string,
  { make, may }: { make: () => Promise<Record<string, string>>; may: "read" | "change" },
): Promise<void> {
  const ids = await make();
  const place = `${path.replace(/\{(\w+)\}/g, (_all, name) => ids[name] ?? `no ${name}`)}/rights`;
  const rightsFor = async (caller: MatrixCaller) => {
    const answer = await app.request(place, { headers: await callerHeaders(caller) });
    return { status: answer.status, body: await answer.json() };
  };
  const shared = { read: true, change: may === "change", remove: false, share: false };
  const expected = { ...RIGHTS, shared };
  for (const caller of ["owner", "shared", "manager", "admin"] as const) {
    const body = expected[caller];
    assert.deepEqual(await rightsFor(caller), { status: 200, body }, `${place} ${caller}`);
  }
  assert.equal((await rightsFor("other")).status, 404, `${place} other`);
}

/**
 * The operations of `app`'s OpenAPI document that take a resource's id and that no row covers, so that a
 * later route cannot be forgotten. `idQueries` names query parameters that hold such an id.
 */
export async function untriedOperations(
  app: { request(path: string): Response | Promise<Response> },
  rows: MatrixRow[],
  { idQueries = [] }: { idQueries?: string[] } = {},
): Promise<string[]> {
  const { paths } = OpenApi.parse(await (await app.request("/openapi.json")).json());
  const tried = new Set(rows.map(({ route }) => route.replace(/\?.*/, "")));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) =>
        path.includes("{") || parameters.some(({ name }) => idQueries.includes(name))
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`)
      .filter((route) => !tried.has(route))
  );
}

const Operation = z.object({ parameters: z.array(z.object({ name: z.string() })).optional() });
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
