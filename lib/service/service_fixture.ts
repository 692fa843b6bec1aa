/** A small service for tests of the shared middleware. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, formBody, json, jsonBody } from "lib/service/openapi.ts";
import { type AppEnv, createService, type ServiceOptions } from "lib/service/service.ts";
import { testService } from "lib/testing.ts";

const Note = z.object({ title: z.string().min(1).max(10), tags: z.array(z.string()).optional() }).meta({
  id: "Note",
});

const NoteQuery = z.object({ draft: z.string().optional().meta({ description: "Keeps it from others" }) });

/** A small feature that exercises the shared behaviour. */
function notes(): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "createNote",
      method: "post",
      path: "/notes",
      tags: ["notes"],
      summary: "Write a note",
      request: { query: NoteQuery, body: jsonBody(Note) },
      answers: { 201: json(Note, "The note") },
    }),
    (c) => c.json(c.req.valid("json"), 201),
  );
  app.openapi(
    endpoint({
      id: "getNote",
      method: "get",
      path: "/notes/{id}",
      tags: ["notes"],
      summary: "Read a note",
      request: { params: z.object({ id: z.coerce.number().int() }) },
      answers: { 200: json(Note, "The note") },
      fails: { 404: "No such note" },
    }),
    () => {
      throw notFound("Note");
    },
  );
  app.openapi(
    endpoint({
      id: "deleteNote",
      method: "delete",
      path: "/notes/{id}",
      tags: ["notes"],
      summary: "Delete a note",
      roles: ["admin"],
      request: { params: z.object({ id: z.string() }) },
      answers: { 204: { description: "It is gone" } },
    }),
    (c) => c.body(null, 204),
  );
  app.openapi(
    endpoint({
      id: "uploadFile",
      method: "post",
      path: "/files",
      tags: ["notes"],
      summary: "Upload a file",
      heavy: true,
      request: {
        body: formBody(z.object({ file: z.instanceof(File).meta({ format: "binary", type: "string" }) })),
      },
      answers: { 201: json(z.object({ size: z.int() }), "The file") },
    }),
    (c) => c.json({ size: c.req.valid("form").file.size }, 201),
  );
  app.get("/crash", () => {
    throw new Error("password is hunter2");
  });
  app.get("/whoami", (c) => c.json({ ip: c.var.ip, user: c.var.user.sub }));
  return app;
}

/** The service of these notes, with a test's overrides. */
export function example(changes: Partial<ServiceOptions> = {}): OpenAPIHono<AppEnv> {
  const app = createService({
    name: "example",
    title: "Diwan Example",
    description: "A service made for these tests",
    prefix: "/api/v1",
    tags: { notes: "Short texts" },
    ...testService(),
    ...changes,
  });
  app.route("/api/v1", notes());
  return app;
}
