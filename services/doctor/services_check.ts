/** Checks whether services run at their configured addresses, and what each lacks. */
import { z } from "zod";
import { type Addresses, HEALTH_PATHS, SERVICE_NAMES, type ServiceName } from "../console/server/services.ts";
import { fault, type Finding, note, ok } from "./finding.ts";

const ANSWERS_WITHIN_MS = 5_000;
const Health = z.object({
  service: z.string(),
  status: z.string(),
  dependencies: z.record(z.string(), z.object({ status: z.string(), detail: z.string().optional() })),
});

export async function checkServices(addresses: Addresses): Promise<Finding[]> {
  const findings = await Promise.all(SERVICE_NAMES.map((name) => checkService(name, addresses[name])));
  const running = findings.filter((finding) => finding !== undefined);
  if (running.length === 0) return [note("services", "none runs now", "deno task start")];
  const down = SERVICE_NAMES.filter((_, index) => findings[index] === undefined);
  if (down.length === 0) return running.flat();
  const where = down.map((name) => `${name} (${addresses[name]})`).join(", ");
  const todo = "deno task start:<service> starts one of them; deno task start runs all in one process";
  return [...running.flat(), note("services", `not running: ${where}`, todo)];
}

/** The finding about a service; undefined when nothing listens. */
async function checkService(name: ServiceName, address: string): Promise<Finding[] | undefined> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    response = await fetch(`${address}${HEALTH_PATHS[name]}`, { redirect: "manual", signal });
  } catch {
    return undefined;
  }
  const body = await response.json().catch(() => undefined);
  const health = Health.safeParse(body);
  if (!health.success || health.data.service !== name) {
    const setting = `${name.toUpperCase()}_PORT`;
    return [fault(name, `another program answers at ${address}`, `stop it, or set ${setting}`)];
  }
  const { status, dependencies } = health.data;
  const lacking = Object.entries(dependencies).flatMap(([dependency, { status, detail = status }]) => {
    const words = `${dependency}: ${detail}`;
    if (status === "not_configured") return [note(name, words)];
    return status === "failing" ? [fault(name, words, "see its log, and the findings above")] : [];
  });
  if (lacking.length > 0) return lacking;
  return [status === "ok" ? ok(name, `runs at ${address}`) : note(name, `is ${status} at ${address}`)];
}
