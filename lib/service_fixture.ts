/** A small service for tests of what every service has. */
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { notFound } from "lib/errors.ts";
import { denied, feature, formBody, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { type AppEnv, createService, type ServiceOptions } from "lib/service.ts";
import { testService } from "lib/testing.ts";

const Note = z.object({ title: z.string().min(1).max(10), tags: z.array(z.string()).optional() }).meta({
  id: "Note",
});

/** A small feature, with what every service is tested to do. */
function notes(): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/notes",
      summary: "Write a note",
      request: { body: jsonBody(Note) },
      responses: { 201: json(Note, "The note"), ...invalidInput },
    }),
    (c) => c.json(c.req.valid("json"), 201),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/notes/{id}",
      summary: "Read a note",
      request: { params: z.object({ id: z.coerce.number().int() }) },
      responses: { 200: json(Note, "The note"), ...missing },
    }),
    () => {
      throw notFound("Note");
    },
  );
  app.openapi(
    createRoute({
      method: "delete",
      path: "/notes/{id}",
      middleware: requireRole("admin"),
      request: { params: z.object({ id: z.string() }) },
      responses: { 204: { description: "Gone" }, ...denied },
    }),
    (c) => c.body(null, 204),
  );
  app.openapi(
    createRoute({
      method: "post",
      path: "/files",
      request: {
        body: formBody(z.object({ file: z.instanceof(File).meta({ format: "binary", type: "string" }) })),
      },
      responses: { 201: json(z.object({ size: z.int() }), "The file"), ...invalidInput },
    }),
    (c) => c.json({ size: c.req.valid("form").file.size }, 201),
  );
  app.get("/crash", () => {
    throw new Error("password is hunter2");
  });
  app.get("/whoami", (c) => c.json({ ip: c.var.ip, user: c.var.user.sub }));
  return app;
}

/** The service of these notes, with what a test changes of it. */
export function example(changes: Partial<ServiceOptions> = {}): OpenAPIHono<AppEnv> {
  const app = createService({
    name: "example",
    title: "Diwan Example",
    description: "A service made for these tests",
    prefix: "/api/v1",
    ...testService(),
    ...changes,
  });
  app.route("/api/v1", notes());
  return app;
}
