import { z } from "zod";
import { count, flag, list, megabytes, port, processes, ProviderEnv, SharedEnv } from "lib/env.ts";
import { INJECTION_MODES } from "lib/injection/injection_check.ts";
import { S3Env } from "lib/files/s3.ts";

const LANGUAGES: readonly string[] = ["ar", "en"];

const WATCH = {
  DOCUMENTS_WATCH_DIR: z.string().min(1).optional().meta({
    description: "folder whose files become documents and are moved to its subfolders done or failed",
  }),
  DOCUMENTS_WATCH_OWNER: z.string().min(1).max(255).optional().meta({
    description: "owner of documents from DOCUMENTS_WATCH_DIR: the `sub` of a token",
  }),
};

export const Env = SharedEnv.extend(ProviderEnv.shape).extend({
  DOCUMENTS_PORT: port(8003).meta({ description: "port to listen on" }),
  DOCUMENTS_PROCESSES: processes(),
  MAX_FILE_SIZE_MB: megabytes(50).meta({ description: "largest file that can be uploaded; 413 above" }),
  UPLOAD_DIR: z.string().optional().meta({
    description: "where files are stored: a folder or s3://bucket/prefix; unset: DATA_DIR/uploads/documents",
  }),
  OCR_LANGUAGES: list(["ar", "en"]).refine(
    (languages) => languages.length > 0 && languages.every((language) => LANGUAGES.includes(language)),
    "expected ar, en or both, comma-separated",
  ).meta({ description: "languages of OCR: ar, en" }),
  OCR_GPU: flag(false).meta({
    description: "sends images to OCR_VISION_MODEL of the provider instead of reading them locally",
  }),
  OCR_VISION_MODEL: z.string().optional().meta({
    description: "vision model that reads pages with OCR_GPU=true; on Azure its deployment",
  }),
  OCR_WORKERS: count(2, { min: 1, max: 64 }).meta({ description: "pages read concurrently" }),
  OCR_PAGE_TIMEOUT_SECONDS: count(60, { min: 1, max: 3600 }).meta({
    description: "timeout of reading a page",
  }),
  OCR_MEMORY_MB: count(1500, { min: 256, max: 65_536 }).meta({
    description: "maximum memory of a worker; it is stopped above",
  }),
  LLM_MODEL: z.string().optional().meta({
    description:
      "model that refines classification and extraction, on Azure its deployment; unset: only rules",
  }),
  DOCUMENTS_RETENTION_DAYS: count(0, { max: 36_500 }).meta({
    description: "retention of documents and their results in days; 0: unlimited",
  }),
  ...WATCH,
  GUARD_BASE_URL: z.url().default("http://127.0.0.1:8007").meta({
    description: "guard service, for DOCUMENTS_INJECTION",
  }),
  DOCUMENTS_INJECTION: z.enum(INJECTION_MODES).default("off").meta({
    description:
      "texts that look like attacks on a model, or that the guard did not check: `flag` makes them an issue of the " +
      "validation, `block` keeps them from LLM_MODEL as well, `off` asks nobody",
  }),
  ...S3Env.shape,
  DEBUG: flag(false).meta({ description: "log at debug level" }),
}).superRefine((env, context) => {
  if (env.DOCUMENTS_WATCH_DIR && !env.DOCUMENTS_WATCH_OWNER) {
    const message = "needs DOCUMENTS_WATCH_OWNER, the owner of the documents";
    context.addIssue({ code: "custom", path: ["DOCUMENTS_WATCH_DIR"], message });
  }
  if (env.OCR_GPU && !env.OCR_VISION_MODEL) {
    context.addIssue({
      code: "custom",
      path: ["OCR_GPU"],
      message: "needs OCR_VISION_MODEL, the vision model that reads",
    });
  }
  if (env.UPLOAD_DIR?.startsWith("s3://") && !(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY)) {
    const message = "s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    context.addIssue({ code: "custom", path: ["UPLOAD_DIR"], message });
  }
});
export type Env = z.output<typeof Env>;
