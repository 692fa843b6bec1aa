import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Reader } from "../reading/reader.ts";
import { DocumentId } from "../storage/document.ts";
import type { DocumentAccess } from "../access/document_access.ts";

const PageParams = DocumentId.extend({
  page: z.coerce.number().int().min(1).max(100_000).meta({ description: "The page, from 1", example: 1 }),
});

export function pageImages(
  { access, reader }: { access: DocumentAccess; reader: Reader },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "getPageImage",
      method: "get",
      path: "/documents/{id}/pages/{page}/image",
      tags: ["documents"],
      summary: "Read a page as an image",
      description:
        "JPEG, as the page was given: the corners of words, lines and fields are pixels of this picture. PDF pages are " +
        "drawn at 200 dpi.",
      request: { params: PageParams },
      answers: {
        200: {
          content: { "image/jpeg": { schema: z.string().meta({ format: "binary" }) } },
          description: "The picture",
        },
      },
      fails: {
        404: "No such document or page, or none that the caller may read",
        409: "A Word document, which has no page pictures",
      },
    }),
    async (c) => {
      const { id, page } = c.req.valid("param");
      const document = await access(c.var.user, id, "read");
      if (document.kind === "docx") throw wrongState("A Word document has no page pictures");
      if (page > (document.pages ?? await reader.pageCount(document))) throw notFound("Page");
      const { jpeg } = await reader.picture(document, page - 1);
      return c.body(new Uint8Array(jpeg), 200, {
        "content-type": "image/jpeg",
        "cache-control": "private, max-age=300",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
      });
    },
  );

  return app;
}
