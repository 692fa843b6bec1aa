/**
 * The demo's client of a running platform, which uses public routes with credentials like those of `deno task
 * token`.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { type Role, signJwt } from "lib/auth/auth.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import { type Addresses, SERVICE_NAMES, type ServiceName } from "../console/server/services.ts";

/** A person of the demo. */
export interface Person {
  sub: string;
  role: Role;
}

/** A platform, and how to sign in there. */
export interface Reach {
  addresses: Addresses;
  adminKey: string;
  tokenFor(person: Person): Promise<string>;
}

/** The request. */
export interface Asked {
  body?: unknown;
  form?: FormData;
  /** A gateway key; by default the root credential. */
  key?: string;
  /** The person who calls an application service. */
  as?: Person;
  /** Accepted statuses other than 2xx. */
  also?: number[];
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface Client {
  /** Sends a request and returns the JSON of the answer, if its status is allowed. */
  send(method: "GET" | "POST" | "PUT" | "DELETE", place: Place, asked?: Asked): Promise<Answer>;
  get<S extends z.ZodType>(schema: S, place: Place, asked?: Asked): Promise<z.output<S>>;
  post<S extends z.ZodType>(schema: S, place: Place, asked?: Asked): Promise<z.output<S>>;
}

/** A service and a path there: `["guard", "/api/v1/policies"]`. */
export type Place = [ServiceName, string];

/** A failure with a message for the user. */
export class DemoFailure extends Error {}

const TOKEN_SECONDS = 3_600;
const TRIES = 6;
const LONGEST_WAIT_MS = 60_000;
const ANSWERS_WITHIN_MS = 120_000;
const WORDS = 300;

/**
 * Signs tokens like those of services, which are not rate-limited per address and are accepted beside an
 * issuer's.
 */
export function tokenSigner(secret: string): Reach["tokenFor"] {
  return (person) => signJwt(secret, { ...person, service: "demo", expiresInSeconds: TOKEN_SECONDS });
}

/** A client of the platform at `reach`. */
export function client(reach: Reach, admin: Person): Client {
  const credential = async (service: ServiceName, { key, as = admin }: Asked) =>
    service === "gateway" ? key ?? reach.adminKey : await reach.tokenFor(as);

  const send: Client["send"] = async (method, [service, path], asked = {}) => {
    const { body, form, also = [] } = asked;
    for (let attempt = 1;; attempt++) {
      const response = await fetch(`${reach.addresses[service]}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await credential(service, asked)}`,
          ...body === undefined ? {} : { "content-type": "application/json" },
        },
        body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      }).catch((cause) => {
        throw new DemoFailure(`${service} does not answer at ${reach.addresses[service]}`, { cause });
      });
      const text = await response.text();
      const { status } = response;
      if (response.ok || also.includes(status)) return { status, body: jsonOf(text) };
      if (status === 429 && attempt < TRIES) {
        const asksFor = retryAfterMs((name) => response.headers.get(name)) ?? 1_000;
        await wait(Math.min(asksFor, LONGEST_WAIT_MS));
        continue;
      }
      // The key was created by this run, so the folder's credentials are not at fault.
      if (status === 401 && asked.key === undefined) throw new DemoFailure(refused(reach.addresses[service]));
      throw new DemoFailure(`${service} answered ${status} to ${method} ${path}: ${text.slice(0, WORDS)}`);
    }
  };
  const parsed =
    (method: "GET" | "POST") => async <S extends z.ZodType>(schema: S, place: Place, asked?: Asked) =>
      schema.parse((await send(method, place, asked)).body);
  return { send, get: parsed("GET"), post: parsed("POST") };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refused(address: string): string {
  return `The platform at ${address} does not take this folder's credentials: run this in the folder it was ` +
    "started in, with the same settings (DATA_DIR, JWT_SECRET, GATEWAY_ADMIN_KEY)";
}

/** @throws {DemoFailure} when a service does not answer or is not ready. */
export async function checkAnswering({ addresses }: Pick<Reach, "addresses">): Promise<void> {
  const states = await Promise.all(SERVICE_NAMES.map(async (name) => {
    try {
      const response = await fetch(`${addresses[name]}/health`, { signal: AbortSignal.timeout(5_000) });
      await response.body?.cancel();
      return response.ok ? undefined : `${name} at ${addresses[name]} (it is starting or stopping)`;
    } catch {
      return `${name} at ${addresses[name]}`;
    }
  }));
  const silent = states.filter((state) => state !== undefined);
  if (silent.length === 0) return;
  const which = silent.length === SERVICE_NAMES.length
    ? `The platform does not answer: ${addresses.gateway} and its other addresses are silent`
    : `These services do not answer: ${silent.join(", ")}`;
  throw new DemoFailure(
    `${which}. Start it with \`deno task start\`, wait until it is ready, and run this again.`,
  );
}
