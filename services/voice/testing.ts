/** The tests' app: on the embedded engine, with a provider that a test scripts. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { readEnv } from "lib/env.ts";
import type { AppEnv, ServiceDeps } from "lib/service/service.ts";
import {
  bearer,
  type Recorded,
  type ScriptedServer,
  serveScript,
  testDatabase,
  testService,
} from "lib/testing.ts";
import { createApp, type Deps } from "./app.ts";
import { fixture } from "./audio/fixture.ts";
import { doWork, workshop } from "./audio/workshop.ts";
import { createDeps } from "./deps.ts";
import { Env } from "./env.ts";

export interface TestVoice extends AsyncDisposable {
  app: OpenAPIHono<AppEnv>;
  deps: Deps;
  provider: ScriptedServer;
  /** Posts a file as a user. */
  post(
    path: string,
    file: Uint8Array<ArrayBuffer> | string,
    as?: { role?: "admin" | "user"; sub?: string },
  ): Promise<
    Response
  >;
  get(path: string, as?: { role?: "admin" | "user"; sub?: string }): Promise<Response>;
  /** The forms that were posted for transcription. */
  heard(): Promise<FormData[]>;
}

export type Script = (request: Request, recorded: Recorded, index: number) => Response | Promise<Response>;

/** An answer with segments, as Whisper gives. */
export function spoken(text: string, language = "english"): Response {
  return Response.json({
    task: "transcribe",
    language,
    duration: 99,
    text,
    segments: [{ id: 0, start: 0, end: 1.2, text: ` ${text}` }],
  });
}

export async function testVoice(
  script: Script = () => spoken("The meeting starts at nine."),
  { settings = {}, service = {} }: { settings?: Record<string, string>; service?: Partial<ServiceDeps> } = {},
): Promise<TestVoice> {
  const provider = serveScript(script);
  const database = await testDatabase("voice", import.meta.resolve("./migrations/"));
  const given: Record<string, string> = {
    OPENAI_API_KEY: "key",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ...settings,
  };
  const env = readEnv(Env, (name) => given[name]);
  const maxBodyBytes = Math.floor(env.MAX_BODY_MB * 2 ** 20);
  const deps = createDeps({
    env,
    sql: database.sql,
    service: testService({ maxBodyBytes, ...service }),
    workshop: workshop(doWork),
  });
  const app = createApp(deps);
  return {
    app,
    deps,
    provider,
    async post(path, file, { role = "user", sub } = {}) {
      const form = new FormData();
      const bytes = typeof file === "string" ? await fixture(file) : file;
      form.set("file", new File([bytes], typeof file === "string" ? file : "audio.bin"));
      return await app.request(path, { method: "POST", body: form, headers: await bearer(role, sub) });
    },
    async get(path, { role = "user", sub } = {}) {
      return await app.request(path, { headers: await bearer(role, sub) });
    },
    heard: () =>
      Promise.all(
        provider.requests.filter(({ path }) => path.endsWith("/audio/transcriptions")).map(formOf),
      ),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The multipart form of a recorded request. */
export async function formOf({ bytes, headers }: Recorded): Promise<FormData> {
  const body = new Uint8Array(bytes);
  return await new Response(body, { headers: { "content-type": headers.get("content-type") ?? "" } })
    .formData();
}
