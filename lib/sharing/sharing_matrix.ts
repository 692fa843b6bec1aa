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

/**
 * The operations of `app`'s OpenAPI document that take a resource's id and that no row tries, so that a route
 * added later cannot be forgotten. `idQueries` names query parameters that hold such an id.
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
