/** /openapi.json, /docs and /redoc, their assets served from the packages they come in. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Env } from "hono";
import redocScript from "redoc/bundles/redoc.standalone.js" with { type: "text" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import { type FieldWords, SHARED_WORDS } from "lib/service/field_words.ts";
import { describeFields } from "lib/service/openapi_words.ts";
import { VERSION } from "lib/service/version.ts";

/** Paths of the documentation, all open to anyone. */
export const DOCS_PATHS = ["/openapi.json", "/docs", "/docs/*", "/redoc", "/redoc/*"];

const COMMON_TAGS = {
  settings: "How the service is set up, for admins",
  health: "Whether the service works",
};

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src blob:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** Serves the OpenAPI 3.1 document of `app` and two readers of it. */
export function mountDocs<E extends Env>(
  app: OpenAPIHono<E>,
  { title, description, tags = {}, words = {} }: {
    title: string;
    description: string;
    tags?: Record<string, string>;
    /** Descriptions of the service's own fields and parameters. */
    words?: FieldWords;
  },
): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A token of the platform or of its OpenID Connect issuer",
  });
  let written: string | undefined;
  app.get("/openapi.json", (c) => {
    written ??= JSON.stringify(documentOf(app, { title, description, tags, words }));
    return c.body(written, 200, { "content-type": "application/json" });
  });
  const page = (c: Context, body: string) =>
    c.html(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${body}</html>`,
      200,
      { "content-security-policy": POLICY },
    );
  app.get("/docs", (c) =>
    page(
      c,
      `<link rel="stylesheet" href="docs/swagger-ui.css"></head><body><div id="ui"></div>` +
        `<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body>`,
    ));
  app.get(
    "/redoc",
    (c) =>
      page(
        c,
        `</head><body><redoc spec-url="openapi.json"></redoc><script src="redoc/redoc.js"></script></body>`,
      ),
  );
  const asset = (path: string, type: string, text: string) =>
    app.get(
      path,
      (c) =>
        c.body(text, 200, {
          "content-type": `${type}; charset=utf-8`,
          "cache-control": "public, max-age=86400",
        }),
    );
  asset("/docs/swagger-ui.css", "text/css", swaggerStyle);
  asset("/docs/swagger-ui-bundle.js", "text/javascript", swaggerScript);
  asset(
    "/docs/start.js",
    "text/javascript",
    `SwaggerUIBundle({ url: "openapi.json", dom_id: "#ui", validatorUrl: null });`,
  );
  asset("/redoc/redoc.js", "text/javascript", redocScript);
}

/** The document of all endpoints that `app` has by now. */
function documentOf<E extends Env>(
  app: OpenAPIHono<E>,
  { title, description, tags, words }: {
    title: string;
    description: string;
    tags: Record<string, string>;
    words: FieldWords;
  },
): object {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title, description, version: VERSION },
    servers: [{ url: "/", description: "The service that serves this document" }],
    security: [{ bearer: [] }],
    tags: Object.entries({ ...tags, ...COMMON_TAGS })
      .map(([name, description]) => ({ name, description })),
  });
  describeFields({ ...document }, { ...SHARED_WORDS, ...words });
  return document;
}
