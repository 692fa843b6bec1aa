/** Who is signed in: a sealed cookie that holds the caller's credential, so that the console itself keeps nothing. */
import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { Role } from "lib/auth/user.ts";

export const Session = z.object({
  id: z.string(),
  /** The credential that goes to the services. */
  credential: z.string(),
  /** A person's token, or a key of the gateway, which no other service knows. */
  kind: z.enum(["token", "key"]),
  sub: z.string(),
  role: Role,
  /** The value that unsafe requests must bring in `x-csrf-token`. */
  csrf: z.string(),
  /** Unix seconds. */
  expires: z.number(),
});
export type Session = z.output<typeof Session>;

/** Seals sessions into cookies and opens them again. */
export interface Sessions {
  /** The values of `Set-Cookie` that begin `session`. */
  begin(session: Omit<Session, "id" | "csrf">): Promise<string[]>;
  /** The session that a request's cookies hold; undefined without one, or when it ended. */
  open(headers: Headers): Promise<Session | undefined>;
  /** Ends it for every copy of its cookie, and the values of `Set-Cookie` that forget it. */
  end(session: Session | undefined): string[];
}

// Browsers take about 4 kB a cookie, name and attributes included; tokens of some issuers are longer.
const PART = 3_500;
const PARTS = 4;
const KEPT = 1_000;

/** The longest credential that fits into the cookies. */
export const LONGEST_CREDENTIAL = 8_000;

export async function openSessions(
  { secret, port, secure, now = Date.now }: {
    secret: string;
    /** Cookies know no ports, so it is part of their name. */
    port: number;
    secure: boolean;
    now?: () => number;
  },
): Promise<Sessions> {
  const key = await sealingKey(secret);
  const name = `${secure ? "__Host-" : ""}diwan_${port}`;
  const opened = new Map<string, Session>();
  const ended = new Map<string, number>();
  const seconds = () => Math.floor(now() / 1000);
  const cookie = (part: number, value: string, age: number) =>
    `${part === 0 ? name : `${name}_${part}`}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}` +
    (secure ? "; Secure" : "");
  return {
    async begin(fields) {
      const session: Session = { ...fields, id: randomText(), csrf: randomText() };
      const sealed = await new EncryptJWT({ ...session })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" }).setExpirationTime(session.expires).encrypt(key);
      const age = session.expires - seconds();
      return Array.from({ length: PARTS }, (_, part) => {
        const value = sealed.slice(part * PART, (part + 1) * PART);
        return cookie(part, value, value ? age : 0);
      });
    },
    async open(headers) {
      const sealed = sealedOf(headers.get("cookie") ?? "", name);
      if (!sealed) return undefined;
      const session = opened.get(sealed) ?? await unsealed(sealed, key);
      if (!session || session.expires <= seconds() || ended.has(session.id)) return undefined;
      if (opened.size >= KEPT) opened.clear();
      opened.set(sealed, session);
      return session;
    },
    end(session) {
      for (const [id, expires] of ended) if (expires <= seconds()) ended.delete(id);
      if (session) ended.set(session.id, session.expires);
      return Array.from({ length: PARTS }, (_, part) => cookie(part, "", 0));
    },
  };
}

async function unsealed(sealed: string, key: Uint8Array): Promise<Session | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, { clockTolerance: 0 });
    return Session.parse(payload);
  } catch {
    // Another secret sealed it, or somebody made it up.
    return undefined;
  }
}

function sealedOf(header: string, name: string): string {
  const cookies = new Map(
    header.split(/; */).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  return Array.from({ length: PARTS }, (_, part) => cookies.get(part === 0 ? name : `${name}_${part}`) ?? "")
    .join("");
}

/** A key for `label` from the platform's secret, so that no cookie could ever pass as a token. */
export async function sealingKey(secret: string, label = "diwan console session"): Promise<Uint8Array> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", text.encode(secret), "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: text.encode(label) },
    material,
    256,
  );
  return new Uint8Array(bits);
}

/** 128 random bits as text. */
export function randomText(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url", omitPadding: true });
}
