/** The routes that read and set a resource's sharing, and tell what the caller may do to it. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Rights, type Shared, Sharing, type SharingRules, SharingState } from "lib/sharing/sharing.ts";

/** The kind of resource that the routes are for. */
export interface SharingRoutesOptions {
  /** The resource's own path, whose last part is its id: `/documents/{id}`. */
  path: string;
  /** The schema of that id. */
  id: z.ZodType<string, string>;
  /** The resource's name in failures: `Document`. */
  what: string;
  /** The group that the routes are listed under; `sharing` by default. */
  tag?: string;
  /** Who may do what. */
  rules: SharingRules;
  /** Finds a resource. */
  find(id: string): Promise<Shared | undefined>;
  /** Stores with whom it is shared; false when it is gone. */
  share(id: string, sharing: Sharing): Promise<boolean>;
}

/**
 * `GET` and `PUT` of the resource's path with `/sharing`: for its owner, managers and admins; 403 for those it is
 * shared with, 404 for everybody else. `GET` of it with `/rights`: for all who may read it.
 */
export function sharingRoutes(
  { path, id, what, tag = "sharing", rules, find, share }: SharingRoutesOptions,
): OpenAPIHono<AppEnv> {
  const app = feature();
  const name = /\{(\w+)\}$/.exec(path)?.[1];
  if (!name) throw new Error(`${path} does not end with the id of a resource`);
  const params = z.object({ [name]: id });
  const noun = what.toLowerCase();
  const tags = [tag];
  app.openapi(
    endpoint({
      id: `get${what.replaceAll(" ", "")}Rights`,
      method: "get",
      path: `${path}/rights`,
      tags,
      summary: `Read what the caller may do to a ${noun}`,
      description: "For all who may read it; rights that are false are refused with 403.",
      request: { params },
      answers: { 200: json(Rights, "The acts, each allowed or not") },
      fails: { 404: `No such ${noun}, or none that the caller may read` },
    }),
    async (c) => {
      const key = c.req.valid("param")[name] ?? "";
      const resource = rules.check(c.var.user, await find(key), { act: "read", what });
      return c.json(rules.rights(c.var.user, resource), 200);
    },
  );

  const fails = {
    403: `The ${noun} may be read, but only its owner, a manager or an admin shares it`,
    404: `No such ${noun}, or none that the caller may read`,
  };

  app.openapi(
    endpoint({
      id: `get${what.replaceAll(" ", "")}Sharing`,
      method: "get",
      path: `${path}/sharing`,
      tags,
      summary: `Read with whom a ${noun} is shared`,
      description: "For its owner, managers and admins.",
      request: { params },
      answers: { 200: json(SharingState, "Its owner, and with whom it is shared") },
      fails,
    }),
    async (c) => {
      const key = c.req.valid("param")[name] ?? "";
      const resource = rules.check(c.var.user, await find(key), { act: "share", what });
      return c.json(rules.state(resource), 200);
    },
  );

  app.openapi(
    endpoint({
      id: `set${what.replaceAll(" ", "")}Sharing`,
      method: "put",
      path: `${path}/sharing`,
      tags,
      summary: `Say with whom a ${noun} is shared`,
      description: "For its owner, managers and admins. Replaces the previous sharing; {} makes it private.",
      request: { params, body: jsonBody(Sharing) },
      answers: { 200: json(SharingState, "Its owner, and with whom it is shared now") },
      fails,
    }),
    async (c) => {
      const key = c.req.valid("param")[name] ?? "";
      const { owner } = rules.check(c.var.user, await find(key), { act: "share", what });
      const sharing = c.req.valid("json");
      if (!await share(key, sharing)) throw notFound(what);
      return c.json(rules.state({ owner, shared_with: sharing }), 200);
    },
  );

  return app;
}
