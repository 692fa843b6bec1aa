/** The routes by which an admin reads how a service is set up: `<prefix>/settings` and `<prefix>/people`. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, Env } from "hono";
import { endpoint } from "lib/service/endpoint.ts";
import { type Installation, installationOf, ServiceSettings } from "lib/service/installation.ts";
import { SeenPerson } from "lib/installation/people.ts";
import { json } from "lib/service/openapi.ts";

const PeopleQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
});
const SeenPeople = z.object({
  people: z.array(SeenPerson),
  more: z.boolean().meta({ description: "Whether there are more", example: false }),
}).meta({ id: "SeenPeople" });

/** How the routes are declared and guarded. */
export interface InstallationRoutes<E extends Env> {
  /** The service's name. */
  name: string;
  /** The prefix of its routes, such as /api/v1. */
  prefix: string;
  /** What they tell; without it there are no settings to tell of. */
  installation?: Installation | undefined;
  /** Declares them, in the service's form of failures. */
  declare?: typeof endpoint;
  /** Throws unless the caller is an admin, where `declare` does not check roles of this service's callers. */
  admit?(c: Context<E>): void;
}

/** Mounts them on `app`; they are for admins alone. */
export function mountInstallation<E extends Env>(
  app: OpenAPIHono<E>,
  { name, prefix, installation = installationOf(name, []), declare = endpoint, admit }: InstallationRoutes<E>,
): void {
  const Name = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const common = admit
    ? { tags: ["settings"], fails: { 403: "Only for admins" } }
    : { tags: ["settings"], roles: ["admin"] as const };
  const headers = { "cache-control": "no-store" };
  app.openapi(
    declare({
      ...common,
      id: `get${Name}Settings`,
      method: "get",
      path: `${prefix}/settings`,
      summary: "The settings that the service runs with, its versions and its backups",
      description:
        "Each setting says where its value comes from. A secret is never shown, nor is a part of one.",
      answers: { 200: json(ServiceSettings, "How the service is set up") },
    }),
    async (c) => {
      admit?.(c);
      return c.json(await installation.read(), 200, headers);
    },
  );
  app.openapi(
    declare({
      ...common,
      id: `list${Name}People`,
      method: "get",
      path: `${prefix}/people`,
      summary: "The people who have called the service, with their roles",
      description: "A person is listed for a year after their last call, once per role.",
      request: { query: PeopleQuery },
      answers: { 200: json(SeenPeople, "Those seen last, newest first") },
    }),
    async (c) => {
      admit?.(c);
      const { limit } = c.req.valid("query");
      return c.json(await installation.people?.list(limit) ?? { people: [], more: false }, 200, headers);
    },
  );
}
