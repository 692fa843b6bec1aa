/** Provokes each documented refusal that needs no special state. */
import { ADMIN_KEY, fromNewAddress, type Platform } from "./platform.ts";
import { type Attempt, requestOf, type Target } from "./target.ts";

/** The platform's limits during `provokeRefusals`, low so that they are reached quickly. */
export const LIMITS = { RATE_LIMIT_PER_MINUTE: "6", RATE_LIMIT_HEAVY_PER_MINUTE: "4", MAX_BODY_MB: "0.25" };

const BODY_LIMIT = 0.25 * 2 ** 20;
/** Larger body limits of single operations have their own tests. */
const LARGEST_BODY = 2 * 2 ** 20;

/** An operation's behaviour that contradicts its documentation. */
export interface Fault {
  /** The operation. */
  id: string;
  /** The fault as a sentence. */
  fault: string;
}

/** Tests `targets`; returns the number of requests, and each status that was undocumented or did not occur. */
export async function provokeRefusals(
  platform: Platform,
  targets: Target[],
): Promise<{ requests: number; faults: Fault[] }> {
  const credentials = await credentialsOf(platform);
  const faults: Fault[] = [];
  let requests = 0;
  for (const target of targets) {
    const ask = async (attempt: Attempt, role: Caller = "admin") => {
      requests += 1;
      const request = requestOf(target, {
        ...attempt,
        headers: {
          ...fromNewAddress(),
          ...(role === "nobody" ? {} : credentials(target, role)),
          ...attempt.headers,
        },
      });
      const response = await fetch(request);
      await response.body?.cancel();
      if (!target.statuses.includes(response.status)) {
        faults.push({ id: target.id, fault: `answers ${response.status}, which it does not document` });
      }
      return response.status;
    };
    const expect = (status: number, answered: number, how: string) => {
      if (answered !== status) {
        faults.push({ id: target.id, fault: `answers ${answered}, not ${status}, to ${how}` });
      }
    };
    await ask({});
    for (const { status, how, attempt, role } of provocations(target)) {
      if (target.statuses.includes(status)) expect(status, await ask(attempt, role), how);
    }
    if (target.statuses.includes(429) && target.weight !== "none") {
      expect(429, await pastLimit(target), "requests past the limit");
    }
  }
  return { requests, faults };
}

type Caller = "admin" | "user" | "nobody";

interface Provocation {
  status: number;
  how: string;
  attempt: Attempt;
  role?: Caller;
}

function provocations(target: Target): Provocation[] {
  const { open, roles, parameters, body, maxBodyBytes = BODY_LIMIT } = target;
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const asked = inPath[0] ??
    inQuery.find(({ name, schema }) => schema.type === "string" && !schema.enum && name !== "token");
  return [
    ...open ? [] : [{ status: 401, how: "no token", attempt: {}, role: "nobody" as const }],
    ...roles && !roles.includes("user")
      ? [{ status: 403, how: "a user", attempt: {}, role: "user" as const }]
      : [],
    ...asked
      ? [{ status: 422, how: `NUL in ${asked.name}`, attempt: { parameters: { [asked.name]: "\0" } } }]
      : [],
    ...body
      ? [{ status: 415, how: "another content type", attempt: { body: "text", type: "text/x-other" } }]
      : [],
    ...body?.type === "application/json"
      ? [
        { status: 400, how: "broken JSON", attempt: { body: "{" } },
        { status: 422, how: "NUL in the body", attempt: { body: '{"a":"\\u0000"}' } },
      ]
      : [],
    ...body && maxBodyBytes <= LARGEST_BODY
      ? [{
        status: 413,
        how: "a large body",
        attempt: { body: largeBody(body.type, maxBodyBytes) },
      }]
      : [],
  ];
}

function largeBody(type: string, bytes: number): BodyInit {
  if (type !== "multipart/form-data") return JSON.stringify({ a: "x".repeat(bytes) });
  const form = new FormData();
  form.append("file", new File([new Uint8Array(bytes)], "large.bin"));
  return form;
}

/** The status of the first request from one address beyond a limit. */
async function pastLimit(target: Target): Promise<number> {
  const headers = fromNewAddress();
  let status = 0;
  const limit = Number(
    target.weight === "heavy" ? LIMITS.RATE_LIMIT_HEAVY_PER_MINUTE : LIMITS.RATE_LIMIT_PER_MINUTE,
  );
  for (let count = 0; count <= limit; count++) {
    const response = await fetch(requestOf(target, { headers }));
    await response.body?.cancel();
    status = response.status;
  }
  return status;
}

/** Headers that authenticate a caller of an operation. */
export async function credentialsOf(
  platform: Platform,
): Promise<(target: Target, role: "admin" | "user") => Record<string, string>> {
  const jwt = { admin: await platform.token("admin"), user: await platform.token("user") };
  return ({ service }, role) => {
    const secret = service === "gateway" && role === "admin" ? ADMIN_KEY : jwt[role];
    return { authorization: `Bearer ${secret}` };
  };
}
