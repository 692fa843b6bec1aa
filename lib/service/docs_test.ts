import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import assert from "node:assert/strict";
import { DOCS_PATHS, mountDocs } from "lib/service/docs.ts";
import { json } from "lib/service/openapi.ts";

function documented(): OpenAPIHono {
  const app = new OpenAPIHono();
  mountDocs(app, { title: "Diwan Example", description: "A service made for these tests" });
  app.openapi(
    createRoute({
      method: "get",
      path: "/notes",
      summary: "List notes",
      responses: { 200: json(z.object({ title: z.string() }).meta({ id: "Note" }), "The note") },
    }),
    (c) => c.json({ title: "one" }, 200),
  );
  return app;
}

/** The addresses in a page's markup, which a browser fetches before any script runs. */
function referencesOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href|spec-url)="([^"]*)"/g)].map(([, address = ""]) => address);
}

Deno.test("/openapi.json is OpenAPI 3.1 with the routes mounted after it, and wants a bearer token", async () => {
  const document = await (await documented().request("/openapi.json")).json();
  assert.equal(document.openapi, "3.1.0");
  assert.equal(document.info.title, "Diwan Example");
  assert.equal(document.paths["/notes"].get.summary, "List notes");
  assert.ok(document.components.schemas.Note);
  assert.deepEqual(document.security, [{ bearer: [] }]);
  assert.equal(document.components.securitySchemes.bearer.scheme, "bearer");
});

for (const path of ["/docs", "/redoc"]) {
  Deno.test(`${path} loads everything from the service itself`, async () => {
    const app = documented();
    const html = await (await app.request(path)).text();
    const references = referencesOf(html);
    assert.ok(references.length >= 2, html);
    for (const reference of references) {
      const { origin, pathname } = new URL(reference, `http://service${path}`);
      assert.equal(origin, "http://service", reference);
      assert.equal((await app.request(pathname)).status, 200, pathname);
    }
  });

  Deno.test(`${path} lets the browser fetch from no other host, run no inline script and be framed by none`, async () => {
    const policy = (await documented().request(path)).headers.get("content-security-policy") ?? "";
    const rules = new Map(
      policy.split(";").map((rule) => {
        const [name = "", ...sources] = rule.trim().split(" ");
        return [name, sources];
      }),
    );
    assert.deepEqual(rules.get("default-src"), ["'none'"]);
    assert.deepEqual(rules.get("script-src"), ["'self'"]);
    assert.deepEqual(rules.get("frame-ancestors"), ["'none'"]);
    const own = ["'self'", "'none'", "'unsafe-inline'", "data:", "blob:"];
    for (const [name, sources] of rules) for (const source of sources) assert.ok(own.includes(source), name);
  });
}

Deno.test("Swagger UI is told not to show a foreign validator's badge", async () => {
  assert.match(await (await documented().request("/docs/start.js")).text(), /validatorUrl: null/);
});

Deno.test("the documentation's files are what their content type says, and are kept by browsers", async () => {
  const app = documented();
  const types = {
    "/docs/swagger-ui.css": "text/css",
    "/docs/swagger-ui-bundle.js": "text/javascript",
    "/redoc/redoc.js": "text/javascript",
  };
  for (const [path, type] of Object.entries(types)) {
    const { headers, status } = await app.request(path);
    assert.deepEqual([status, headers.get("content-type")], [200, `${type}; charset=utf-8`]);
    assert.match(headers.get("cache-control") ?? "", /max-age=\d+/);
  }
});

Deno.test("every path of the documentation is among those that need no token", () => {
  const listed = DOCS_PATHS.map((path) => new RegExp(`^${path.replace("*", ".*")}$`));
  for (const { path } of documented().routes.filter(({ path }) => path !== "/notes")) {
    assert.ok(listed.some((pattern) => pattern.test(path)), path);
  }
});
