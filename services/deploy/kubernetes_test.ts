/**
 * Two pods of a service, as plain processes with the manifests' environment: one continues the other's work.
 */
import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { denokv, DENOKV_TOKEN, startDenokv } from "lib/kv/denokv_fixture.ts";
import { diskFolder } from "lib/embedded/template_fixture.ts";
import { serveScript, testServerDatabase } from "lib/testing.ts";
import { type Started, startTask } from "./started.ts";
import { read, redact, upload } from "./first_uses.ts";

const MANIFESTS = new URL("kubernetes/", import.meta.url);
const JWT_SECRET = "a secret of tokens for two pods, long enough";
const server = Deno.env.get("TEST_DATABASE_URL");
const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";

const Settings = z.object({ data: z.record(z.string(), z.string()) });
const Pods = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([z.object({
          args: z.array(z.string()),
          env: z.array(z.object({
            name: z.string(),
            value: z.string().optional(),
            valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }) }).optional(),
          })),
        })]),
      }),
    }),
  }),
});

/** The surroundings of a pod. */
interface Surroundings {
  /** Holds the Secret's files and each pod's own folder. */
  dir: string;
  secrets: Record<string, string>;
  kv: string;
  bucket: string;
}

/** Starts pod number `index` of a service, with a folder of its own for its data. */
async function startPod(
  name: string,
  index: number,
  { dir, secrets, kv, bucket }: Surroundings,
): Promise<Started> {
  const text = (file: string) => Deno.readTextFile(new URL(file, MANIFESTS));
  const { data } = Settings.parse(parse(await text("settings.yaml")));
  const [first] = parseAllDocuments(await text(`${name}.yaml`));
  const [{ args, env }] = Pods.parse(first?.toJS()).spec.template.spec.containers;
  const own = env.map(({ name, value, valueFrom }): [string, string] => {
    const secret = secrets[valueFrom?.secretKeyRef.key ?? ""];
    return [name, value ?? secret ?? assert.fail(`${name} is in no Secret`)];
  });
  const environment = Object.entries({ ...data, ...Object.fromEntries(own) }).map(([name, value]) => [
    name,
    value.replace(/^\/data$/, `${dir}/${index}`).replace(/^\/secrets\//, `${dir}/secrets/`)
      .replace("http://kv:4512", kv),
  ]);
  return await startTask(name, args, { ...Object.fromEntries(environment), AWS_ENDPOINT_URL_S3: bucket });
}

/** A public S3 bucket. */
function openBucket() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  return serveScript((request, { path, bytes }) => {
    if (request.method === "PUT") objects.set(path, new Uint8Array(bytes));
    if (new URL(request.url).searchParams.get("list-type") === "2") {
      return new Response("<ListBucketResult></ListBucketResult>");
    }
    const object = objects.get(path);
    if (request.method === "PUT" || !object) return new Response(null, { status: object ? 200 : 404 });
    return new Response(request.method === "HEAD" ? null : object);
  });
}

Deno.test({
  name: `what one pod of documents or of the guard keeps, the other finds${
    missing ? `, skipped: ${missing}` : ""
  }`,
  ignore: missing !== undefined,
  async fn() {
    const migrations = import.meta.resolve("../guard/migrations/");
    await using database = await testServerDatabase(server ?? "", "guard", migrations);
    await using kv = await startDenokv();
    await using bucket = openBucket();
    await using rest = new AsyncDisposableStack();
    // A program with few rights reads nothing below /dev, where tests may have their folders.
    const dir = await Deno.makeTempDir({ prefix: "pods-", dir: diskFolder() });
    rest.defer(() => Deno.remove(dir, { recursive: true }));
    const secrets = {
      database_url: database.url,
      kv_token: DENOKV_TOKEN,
      jwt_secret: JWT_SECRET,
      gateway_admin_key: "dwn-admin-key-of-two-pods-long-enough",
      audit_secret: "the secret of the audit trail of two pods",
      pii_secret: "the secret of pseudonyms, of 32 characters or more",
      s3_key_id: "AKIDEXAMPLE",
      s3_secret_key: "secret",
    };
    const readme = await Deno.readTextFile(new URL("README.md", import.meta.url));
    const named = [...readme.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
    assert.deepEqual(named.sort(), Object.keys(secrets).sort(), "the Secret that the README makes");
    await Deno.mkdir(`${dir}/secrets`);
    for (const [name, secret] of Object.entries(secrets)) {
      await Deno.writeTextFile(`${dir}/secrets/${name}`, secret);
    }
    const pods = async (name: string) => {
      const surroundings = { dir, secrets, kv: kv.url, bucket: bucket.url };
      const [one, two] = [await startPod(name, 1, surroundings), await startPod(name, 2, surroundings)];
      rest.use(one);
      rest.use(two);
      return [one.url, two.url] as const;
    };
    const authorization = `Bearer ${await signJwt(JWT_SECRET, { sub: "amal", role: "admin" })}`;

    const documents = await pods("documents");
    await read(documents[1], await upload(documents[0], authorization), authorization);

    const guards = await pods("guard");
    for (const url of [...guards, ...guards]) await redact(url, authorization);
    for (const url of guards) {
      const response = await fetch(`${url}/api/v1/audit/verify`, { headers: { authorization } });
      const { valid } = z.object({ valid: z.boolean() }).parse(await response.json());
      assert.ok(valid, `${url} cannot verify what the other wrote`);
    }
  },
});
