import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { type Detail, invalid, invalidAll, notFound } from "lib/errors.ts";
import { feature, json, jsonBody, refuseInvalid } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { OcdsImportStore } from "./ocds_import_store.ts";
import { OUTCOMES } from "./ocds_outcome.ts";
import { readRelease } from "./ocds_reading.ts";
import { releaseOf } from "./ocds_release.ts";
import { ReleasePackage } from "./ocds_schema.ts";
import type { OcdsStore } from "./ocds_store.ts";
import { OCDS_EXTENSIONS } from "./ocds_extensions.ts";
import { type Tender, TenderQuery } from "../tenders/tender.ts";
import { TenderStatus } from "../tenders/tender_status.ts";
import { TenderId } from "../tenders/tenders.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";

const ReleaseQuery = TenderQuery.extend({
  status: TenderStatus.optional().meta({ description: "drafts are left out unless asked for" }),
});

const OUTCOME = z.enum(OUTCOMES).meta({
  description:
    "created; updated by a newer release; awarded: its award was kept for a tender that lives here; already read; " +
    "older than the release known here; own: a tender of this service; kept: changed, evaluated or removed here since; " +
    "skipped: it tells of no tender",
});
const Imported = z.object({
  releases: z.array(z.object({
    ocid: z.string(),
    release_id: z.string(),
    tender_id: z.uuid().nullable(),
    outcome: OUTCOME,
    notes: z.array(z.string()).meta({ description: "what was omitted, shortened or assumed" }),
  })),
}).meta({
  id: "OcdsImport",
  example: {
    releases: [{
      ocid: "ocds-213czf-000-00001",
      release_id: "ocds-213czf-000-00001-02-award",
      tender_id: "019a0000-0000-7000-8000-000000000001",
      outcome: "created",
      notes: [],
    }],
  },
});

/** The largest package to export, in characters of bids. */
const PACKAGE_SIZE = 32 * 2 ** 20;
const FAULTS = 100;

export interface OcdsDeps {
  tenders: TenderStore;
  store: OcdsStore;
  imports: OcdsImportStore;
  publisher: string;
  /** The root address that clients use; the Host header of a request is not trusted. */
  publicUrl?: string;
  now?: () => number;
}

/** Exports and imports tenders, bids and awards in the Open Contracting Data Standard 1.1. */
export function ocds(
  { tenders, store, imports, publisher, publicUrl, now = Date.now }: OcdsDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();
  const uriOf = uriMaker(publicUrl ?? "http://localhost:8001");

  async function packageOf(
    list: Tender[],
    { uri, next }: { uri: string; next?: string },
  ) {
    if (await store.size(list) > PACKAGE_SIZE) {
      throw invalid(
        ["query", "page_size"],
        "the bids of these tenders are too many for one package: ask for fewer",
      );
    }
    const processes = await store.processes(list);
    const releases = await Promise.all(processes.map((process) => releaseOf(process, publisher, now())));
    const publishedDate = releases.map(({ date }) => date).sort().at(-1) ?? new Date(now()).toISOString();
    return {
      uri,
      version: "1.1" as const,
      extensions: OCDS_EXTENSIONS,
      publishedDate,
      publisher: { name: publisher },
      ...next && { links: { next } },
      releases,
    };
  }

  app.openapi(
    endpoint({
      id: "exportReleases",
      method: "get",
      path: "/ocds/releases",
      tags: ["ocds"],
      summary: "Export tenders, bids and awards as a page of an OCDS 1.1 release package",
      heavy: true,
      request: { query: ReleaseQuery },
      answers: { 200: json(ReleasePackage, "The package; `links.next` is its next page") },
      fails: { 404: "No tender on this page" },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { tenders: list } = await tenders.list({ ...query, drafts: query.status === "draft" });
      if (list.length === 0) throw notFound("A tender on this page");
      const uri = uriOf(c.req.url);
      const more = list.length === query.page_size ? { next: uriOf(c.req.url, query.page + 1) } : {};
      return c.json(await packageOf(list, { uri, ...more }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "exportRelease",
      method: "get",
      path: "/ocds/releases/{tender_id}",
      tags: ["ocds"],
      summary: "Export a tender with its bids and award as an OCDS 1.1 release package",
      request: { params: TenderId },
      answers: { 200: json(ReleasePackage, "The package") },
      fails: { 404: "No such tender" },
    }),
    async (c) => {
      const tender = await tenders.find(c.req.valid("param").tender_id);
      if (!tender) throw notFound("Tender");
      return c.json(await packageOf([tender], { uri: uriOf(c.req.url) }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "importReleases",
      method: "post",
      path: "/ocds/releases",
      tags: ["ocds"],
      summary: "Import an OCDS 1.1 release package, all of it or nothing (managers and admins)",
      heavy: true,
      roles: ["admin", "manager"],
      request: { body: jsonBody(ReleasePackage) },
      answers: { 200: json(Imported, "The outcome for each release") },
    }),
    async (c) => {
      const faults: Detail[] = [];
      const read = c.req.valid("json").releases.map((release, index) =>
        readRelease(release, { path: ["releases", index], faults })
      );
      if (faults.length > 0) throw invalidAll(faults.slice(0, FAULTS));
      const oldestFirst = read.toSorted((a, b) => Date.parse(a.released_at) - Date.parse(b.released_at));
      const kept = await imports.keep(oldestFirst, c.var.user.sub);
      const releases = read.flatMap((release) => kept[oldestFirst.indexOf(release)] ?? []);
      return c.json({ releases }, 200);
    },
    // A package may have a hundred thousand faults; the first hundred suffice.
    (result, c) => {
      if (result.success) return;
      const error = new z.ZodError(result.error.issues.slice(0, FAULTS));
      return refuseInvalid({ ...result, error }, c);
    },
  );

  return app;
}

/** Builds URIs below `publicUrl` and percent-encodes invalid characters. */
function uriMaker(publicUrl: string): (url: string, page?: number) => string {
  const root = new URL(publicUrl);
  const folder = root.pathname.replace(/\/+$/, "");
  return (url, page) => {
    const { pathname, searchParams } = new URL(url);
    if (page !== undefined) searchParams.set("page", String(page));
    const search = searchParams.size > 0 ? `?${searchParams}` : "";
    return `${root.origin}${folder}${pathname}${search}`;
  };
}
