/** Records who has called a service and in which roles. */
import { z } from "zod";
import type { User, VerifyJwt } from "lib/auth/auth.ts";
import { Role } from "lib/auth/user.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** A person in a role. */
export const SeenPerson = z.object({
  sub: z.string().meta({ description: "The subject of their token", example: "alice" }),
  role: Role,
  first_seen: z.string().meta({ description: "When they first called", example: "2026-11-22T06:30:00Z" }),
  last_seen: z.string().meta({
    description: "When they last called, to the hour",
    example: "2026-11-22T06:45:00Z",
  }),
}).meta({ id: "SeenPerson" });
/** A person in a role. */
export type SeenPerson = z.output<typeof SeenPerson>;

/** Records callers and lists them. */
export interface People {
  /** Records a call by `user`, at most once an hour per process. */
  saw(user: User): void;
  /** The `limit` people seen last, newest first, and whether there are more. */
  list(limit: number): Promise<{ people: SeenPerson[]; more: boolean }>;
  /** Resolves when pending records are written. */
  settled(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 24 * HOUR_MS;
const MOST_KNOWN = 10_000;
const MOST_READ = 20_000;

/** The people who call service `name`, kept in `kv` for a year after their last call. */
export function openPeople(
  { kv, name, log, now = Date.now }: {
    kv: Pick<Deno.Kv, "get" | "set" | "list">;
    name: string;
    log: Pick<Logger, "warn">;
    now?: () => number;
  },
): People {
  // Time of the last write, by person and role.
  const known = new Map<string, number>();
  let writing = Promise.resolve();
  const prefix = [name, "people"];

  async function write({ sub, role }: User, at: number): Promise<void> {
    // A subject may be longer than a key.
    const key = [...prefix, role, await digest(sub)];
    const stored = SeenPerson.safeParse((await kv.get(key)).value);
    const last_seen = new Date(at).toISOString();
    const first_seen = stored.success ? stored.data.first_seen : last_seen;
    await kv.set(key, { sub, role, first_seen, last_seen }, { expireIn: YEAR_MS });
  }

  return {
    saw(user) {
      // Services calling for themselves are not people; those calling for somebody send that person's name.
      if (user.service === user.sub) return;
      const who = `${user.role} ${user.sub}`;
      const at = now();
      if (at - (known.get(who) ?? -Infinity) < HOUR_MS) return;
      known.delete(who);
      const [oldest] = known.keys();
      if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
      known.set(who, at);
      writing = writing.then(() => write(user, at)).catch((error) => {
        // The next call tries again.
        known.delete(who);
        log.warn("a caller could not be recorded", { error });
      });
    },
    async list(limit) {
      await writing;
      const people: SeenPerson[] = [];
      for await (const { value } of kv.list({ prefix }, { limit: MOST_READ })) {
        const person = SeenPerson.safeParse(value);
        if (person.success) people.push(person.data);
      }
      people.sort((a, b) => a.last_seen < b.last_seen ? 1 : -1);
      return { people: people.slice(0, limit), more: people.length > limit };
    },
    settled: () => writing,
  };
}

/** Wraps `verify` to record the holders of valid tokens in `people`. */
export function notingPeople(verify: VerifyJwt, people: Pick<People, "saw">): VerifyJwt {
  return async (jwt) => {
    const user = await verify(jwt);
    people.saw(user);
    return user;
  };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toBase64();
}
