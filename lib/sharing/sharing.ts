/**
 * Who may see and change a resource that a person made: its maker, those it is shared with, managers and admins.
 *
 * A table has its owner (`owner text`, the maker's `sub`; a service that shows it under a name of its own, such as
 * `created_by`, keeps that) and `shared_with jsonb`, which is null until somebody says with whom it is shared:
 *
 * ```sql
 * alter table notes add column owner text, add column shared_with jsonb;
 * create index notes_owner on notes (owner, created_at desc);
 * create index notes_shared on notes using gin (shared_with jsonb_path_ops)
 *   with (fastupdate = off) where shared_with is not null;
 * ```
 *
 * A list joins `rules.visible(sql, user)` to its conditions, so that totals, pages and searches count only visible
 * rows. Everything that names one resource, a child of it, its exports, an MCP tool or a WebSocket goes through
 * `rules.check`, which answers 404 to a caller who may not even read it:
 *
 * ```ts
 * const rules = sharingRules(env.DEFAULT_SHARING);
 * const note = rules.check(user, await notes.find(id), { act: "change", what: "Note" });
 * ```
 *
 * `sharingRoutes` of `lib/sharing/sharing_routes.ts` mounts `GET` and `PUT /…/{id}/sharing` and `GET /…/{id}/rights`. A service of the platform that
 * calls another for somebody signs a token with that person's `sub` and role (or sends their own): only `sub` and
 * role count here, so it sees what they would see and nothing more.
 *
 * A row without an owner, made before resources had one, is visible to managers and admins, and to everybody
 * under `DEFAULT_SHARING=all`. That setting applies to every resource whose sharing nobody has set, old or
 * new; sharing that was set overrides it, and `PUT {}` makes a resource its owner's alone.
 */
import type postgres from "postgres";
import { z } from "zod";
import { Role, type User } from "lib/auth/auth.ts";
import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { DefaultSharing } from "lib/env.ts";
import { forbidden, notFound } from "lib/errors.ts";
import { textOf } from "lib/text.ts";

const Person = textOf({ min: 1, max: 255 }).meta({ description: "The `sub` claim of a person's token" });

/** With whom a resource is shared beside its owner, and whether they may change it. */
export const Sharing = z.strictObject({
  people: z.array(Person).max(500).transform(withoutRepeats).default([]).meta({
    description: "People, by the `sub` claim of their tokens",
  }),
  roles: z.array(Role).max(20).transform(withoutRepeats).default([]).meta({
    description: "Everybody with one of these roles",
  }),
  all: z.boolean().default(false).meta({ description: "Everybody who signs in" }),
  may: z.enum(["read", "change"]).default("read").meta({
    description:
      "Right of the named people: read, or read and change; deleting and sharing stay with the owner",
  }),
}).meta({
  id: "Sharing",
  example: { people: ["alice", "bilal"], roles: [], all: false, may: "read" },
});
/** With whom a resource is shared beside its owner, and whether they may change it. */
export type Sharing = z.output<typeof Sharing>;

/** Sharing as answered: with the owner, and whether it was set or follows the default. */
export const SharingState = z.object({
  owner: z.string().nullable().meta({
    description: "`sub` of the owner; null: created before resources had owners",
  }),
  people: z.array(z.string()),
  roles: z.array(Role),
  all: z.boolean(),
  may: z.enum(["read", "change"]),
  is_default: z.boolean().meta({
    description: "true: sharing was never set, DEFAULT_SHARING applies",
  }),
}).meta({
  id: "SharingState",
  example: { owner: "salma", people: ["alice"], roles: [], all: false, may: "read", is_default: false },
});
/** Sharing as it is answered. */
export type SharingState = z.output<typeof SharingState>;

/** The fields of a resource that these rules read. */
export interface Shared {
  /** The `sub` of its maker; null when it was made before resources had owners. */
  owner: string | null;
  /** Its sharing; null until it is set. */
  shared_with: Sharing | null;
}

/** The fields of a caller that these rules read. */
export type Caller = Pick<User, "sub" | "role">;

/** Acts on a resource: `read` and `change` can be shared, `remove` and `share` stay with the owner. */
export type Act = "read" | "change" | "remove" | "share";

/** The acts that a caller may do to a resource, for pages that show no others. */
export const Rights = z.object({
  read: z.boolean().meta({ description: "true; callers who may not read it get 404" }),
  change: z.boolean().meta({ description: "Change it and its parts" }),
  remove: z.boolean().meta({ description: "Delete it" }),
  share: z.boolean().meta({ description: "Set with whom it is shared" }),
}).meta({ id: "Rights", example: { read: true, change: true, remove: false, share: false } });
/** The acts that a caller may do to a resource. */
export type Rights = z.output<typeof Rights>;

/** The owner's column, and the table's alias in a query. */
export interface SharedColumns {
  /** The owner's column, `owner` unless told otherwise. */
  owner?: string;
  /** The table's name or alias in the query, where columns need one. */
  table?: string;
}

/** A condition for a `where`. */
export type Condition = postgres.PendingQuery<postgres.Row[]>;

/** The rules under one setting of DEFAULT_SHARING. */
export interface SharingRules {
  /** Whether `caller` may do `act` to `resource`. */
  may(caller: Caller, resource: Shared, act: Act): boolean;
  /**
   * The resource, when the caller may do `act`.
   * @throws 404 when there is none or the caller may not read it, 403 when they may read it but not do this.
   */
  check<R extends Shared>(
    caller: Caller,
    resource: R | undefined,
    options: { act: Act; what: string },
  ): R;
  /** The condition that `caller` may read a row, for lists and counts. */
  visible(sql: Sql | TransactionSql, caller: Caller, columns?: SharedColumns): Condition;
  /** What `caller` may do to `resource`. */
  rights(caller: Caller, resource: Shared): Rights;
  /** A resource's sharing as it is answered. */
  state(resource: Shared): SharingState;
}

/**
 * The rules; `fallback` decides for resources whose sharing nobody has set: `private`, or shared with `all`,
 * who may then read them, or also change them with `may: "change"`.
 */
export function sharingRules(
  fallback: DefaultSharing,
  { may: mayUnstated = "read" }: { may?: Sharing["may"] } = {},
): SharingRules {
  const all = fallback === "all";
  const unstated: Sharing = { people: [], roles: [], all, may: all ? mayUnstated : "read" };

  function may(caller: Caller, { owner, shared_with }: Shared, act: Act): boolean {
    if (caller.role !== "user" || owner === caller.sub) return true;
    const sharing = shared_with ?? unstated;
    if (act !== "read" && act !== sharing.may) return false;
    return sharing.all || sharing.people.includes(caller.sub) || sharing.roles.includes(caller.role);
  }

  return {
    may,
    check(caller, resource, { act, what }) {
      if (!resource || !may(caller, resource, "read")) throw notFound(what);
      if (!may(caller, resource, act)) throw forbidden(caller.role, ["owner", "manager", "admin"]);
      return resource;
    },
    visible(sql, { sub, role }, { owner = "owner", table } = {}) {
      if (role !== "user") return sql`true`;
      const column = (name: string) => sql(table ? `${table}.${name}` : name);
      const shared = column("shared_with");
      return sql`(${column(owner)} = ${sub}
        or ${shared} @> ${sql.json({ all: true })}
        or ${shared} @> ${sql.json({ people: [sub] })}
        or ${shared} @> ${sql.json({ roles: [role] })}
        ${unstated.all ? sql`or ${shared} is null` : sql``})`;
    },
    rights: (caller, resource) => ({
      read: may(caller, resource, "read"),
      change: may(caller, resource, "change"),
      remove: may(caller, resource, "remove"),
      share: may(caller, resource, "share"),
    }),
    state({ owner, shared_with }) {
      return { owner, ...(shared_with ?? unstated), is_default: shared_with === null };
    },
  };
}

function withoutRepeats<T>(entries: T[]): T[] {
  return [...new Set(entries)];
}
