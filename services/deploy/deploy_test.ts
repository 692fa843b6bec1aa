import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { createRegistry } from "lib/telemetry/metrics.ts";
import { countRequests } from "lib/service/service_metrics.ts";
import { PLATFORM } from "../all.ts";
import { callMetrics } from "../gateway/call_metrics.ts";

const ROOT = new URL("../../", import.meta.url);

const Deployment = z.object({
  kind: z.literal("Deployment"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([z.object({
          args: z.tuple([z.literal("task"), z.string()]),
          env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
          ports: z.tuple([z.object({ containerPort: z.number() })]),
          livenessProbe: z.object({ httpGet: z.object({ path: z.literal("/health") }) }),
          readinessProbe: z.object({ httpGet: z.object({ path: z.literal("/ready") }) }),
          securityContext: z.object({
            allowPrivilegeEscalation: z.literal(false),
            readOnlyRootFilesystem: z.literal(true),
          }),
        })]),
      }),
    }),
  }),
});

const Secret = z.object({ file: z.string() });

const Compose = z.object({
  secrets: z.record(z.string(), Secret),
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
      user: z.string().optional(),
      secrets: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, ROOT));
}

/** The default port of a service. */
function portOf({ name, env }: (typeof PLATFORM)[number]): number {
  const variable = `${name.toUpperCase()}_PORT`;
  const setting = Object.entries(env.shape).find(([setting]) => setting === variable)?.[1];
  return z.number().parse(setting?.parse(undefined));
}

Deno.test("each service has a Deployment that starts its task on its port, without privileges", async () => {
  const { tasks }: { tasks: Record<string, string> } = JSON.parse(await read("deno.json"));
  for (const service of PLATFORM) {
    const [first] = parseAllDocuments(await read(`services/deploy/kubernetes/${service.name}.yaml`));
    const { metadata, spec } = Deployment.parse(first?.toJS());
    const [{ args, ports }] = spec.template.spec.containers;
    assert.equal(metadata.name, service.name);
    assert.ok(args[1] in tasks, args[1]);
    assert.deepEqual([args[1], ports[0].containerPort], [`start:${service.name}`, portOf(service)]);
  }
});

Deno.test("the manifests name every file of their folder", async () => {
  const { resources } = z.object({ resources: z.array(z.string()) }).parse(
    parse(await read("services/deploy/kubernetes/kustomization.yaml")),
  );
  const files: string[] = [];
  for await (const { name } of Deno.readDir(new URL("services/deploy/kubernetes/", ROOT))) files.push(name);
  assert.deepEqual(resources.toSorted(), files.filter((name) => name !== "kustomization.yaml").sort());
});

Deno.test("compose.yaml starts each service's task on its port, as a user without rights to the system", async () => {
  const { services } = Compose.parse(parse(await read("compose.yaml"), { merge: true }));
  for (const service of PLATFORM) {
    const { command, ports, read_only, user } = services[service.name] ?? {};
    const port = portOf(service);
    assert.deepEqual(
      { command, ports, read_only, user },
      {
        command: ["task", `start:${service.name}`],
        ports: [`${port}:${port}`],
        read_only: true,
        user: "1993:1993",
      },
    );
  }
});

Deno.test("secrets of compose.yaml are files, the only ones that Compose gives a container whose file system is read-only", async () => {
  const { secrets, services } = Compose.parse(parse(await read("compose.yaml"), { merge: true }));
  const ignored = (await read(".dockerignore")).split("\n");
  for (const [name, { file }] of Object.entries(secrets)) assert.equal(file, `./secrets/${name}`);
  for (const folder of ["secrets", "data", ".env"]) assert.ok(ignored.includes(folder), folder);
  for (const { name } of PLATFORM) {
    const { environment = {}, secrets: given = [] } = services[name] ?? {};
    const files = Object.entries(environment).filter(([setting]) => setting.endsWith("_FILE"));
    assert.deepEqual(files.map(([, path]) => path).sort(), given.map((one) => `/run/secrets/${one}`).sort());
    for (const one of given) assert.ok(one in secrets, one);
  }
});

/** The environment of a service's pods. */
async function environmentOfPods(name: string): Promise<Record<string, string>> {
  const { data } = z.object({ data: z.record(z.string(), z.string()) })
    .parse(parse(await read("services/deploy/kubernetes/settings.yaml")));
  const [first] = parseAllDocuments(await read(`services/deploy/kubernetes/${name}.yaml`));
  const [{ env }] = Deployment.parse(first?.toJS()).spec.template.spec.containers;
  return { ...data, ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? "a secret"])) };
}

Deno.test("in both layouts each service is told where every service is that it asks", async () => {
  const { services } = Compose.parse(parse(await read("compose.yaml"), { merge: true }));
  for (const { name, env } of PLATFORM) {
    const asked = Object.entries(env.shape).filter(([setting, schema]) => {
      const unset: unknown = schema.safeParse(undefined).data;
      return setting.endsWith("_BASE_URL") && typeof unset === "string" && unset.includes("127.0.0.1");
    });
    const pods = await environmentOfPods(name);
    for (const [setting] of asked) {
      const other = setting.slice(0, -"_BASE_URL".length).toLowerCase();
      const address = new RegExp(`^http://${other}:80\\d\\d$`);
      assert.match(
        String(services[name]?.environment?.[setting]),
        address,
        `compose.yaml: ${name}: ${setting}`,
      );
      assert.match(pods[setting] ?? "", address, `${name}.yaml: ${setting}`);
    }
  }
});

Deno.test("what one pod keeps and another needs is in no folder of its own", async () => {
  // A program that may be installed there, and a key that stands for GATEWAY_ADMIN_KEY.
  const own = ["STT_LOCAL_ENGINE_DIR", "GATEWAY_API_KEY"];
  for (const { name, env } of PLATFORM) {
    const pods = await environmentOfPods(name);
    for (const [setting, schema] of Object.entries(env.shape)) {
      const description = z.string().catch("").parse(schema.meta()?.description);
      if (own.includes(setting) || !/unset: .*DATA_DIR/.test(description)) continue;
      assert.ok(pods[setting] || pods[`${setting}_FILE`], `${name}.yaml: ${setting}: ${description}`);
    }
  }
});

Deno.test("compose.yaml passes the settings of OpenTelemetry on as they are set, and names each process", async () => {
  const { services } = Compose.parse(parse(await read("compose.yaml"), { merge: true }));
  for (const { name } of PLATFORM) {
    const environment = services[name]?.environment ?? {};
    // Compose passes a setting without a value on from its own environment, and omits it if it is not set
    // there.
    const passed = Object.keys(environment).filter((setting) => environment[setting] === null).sort();
    assert.deepEqual(passed, [
      "OTEL_DENO",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "OTEL_EXPORTER_OTLP_PROTOCOL",
      "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
      "OTEL_TRACES_SAMPLER",
      "OTEL_TRACES_SAMPLER_ARG",
    ], name);
    assert.equal(environment.OTEL_SERVICE_NAME, `diwan-${name}`);
  }
});

Deno.test("what grows by requests in flight is what grows by load, and by metrics that the services have", async () => {
  const Named = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) });
  const growing: string[] = [];
  for (const { name } of PLATFORM) {
    const documents = parseAllDocuments(await read(`services/deploy/kubernetes/${name}.yaml`));
    const kinds = documents.map((document) => Named.parse(document.toJS()).kind);
    if (kinds.includes("HorizontalPodAutoscaler")) growing.push(name);
  }
  const { patches } = z.object({
    patches: z.array(
      z.object({ target: z.object({ kind: z.string(), name: z.string() }), patch: z.string() }),
    ),
  }).parse(parse(await read("services/deploy/in_flight/kustomization.yaml")));
  const scaled = patches.filter(({ target }) => target.kind === "HorizontalPodAutoscaler");
  assert.deepEqual(scaled.map(({ target }) => target.name).sort(), growing.sort());
  const registry = createRegistry();
  countRequests(registry);
  callMetrics(registry, 1);
  const text = await registry.render();
  for (const { patch } of scaled) {
    const name = /name: (\w+)/.exec(patch)?.[1] ?? "none";
    assert.match(text, new RegExp(`^${name} 0$`, "m"));
  }
});
