import { z } from "@hono/zod-openapi";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { limitOffset } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { TranscriptionPage, type TranscriptionQuery } from "./transcription.ts";
import type { KeptTranscription, TranscriptionStore } from "./transcriptions_store.ts";

/** Access-checked reads of transcriptions. */
export interface TranscriptionAccess {
  /** The transcription, if the caller may do the act; 404 when they may not read it, else 403. */
  find(caller: Caller, id: string, act: Act): Promise<KeptTranscription>;
  /** A page of those the caller may read. */
  page(caller: Caller, query: TranscriptionQuery): Promise<TranscriptionPage>;
}

export function transcriptionAccess(store: TranscriptionStore, rules: SharingRules): TranscriptionAccess {
  return {
    async find(caller, id, act) {
      return rules.check(caller, await store.find(id), { act, what: "Transcription" });
    },
    async page(viewer, query) {
      const { search, language, source, page, page_size } = query;
      const listed = await store.list({ search, language, source, viewer, ...limitOffset(query) });
      return TranscriptionPage.parse({ ...listed, page, page_size });
    },
  };
}

export function transcriptionSharing(store: TranscriptionStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/transcriptions/{id}",
    id: z.uuid().meta({ description: "The transcription's id" }),
    what: "Transcription",
    tag: "transcriptions",
    rules,
    find: (id) => store.find(id),
    share: (id, sharing) => store.share(id, sharing),
  });
}
