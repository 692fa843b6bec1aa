/** What an admin may read of a running service: versions, settings, backups, and who has called it. */
import { z } from "zod";
import { Backups, backupsIn } from "lib/installation/backups.ts";
import { EffectiveSetting } from "lib/installation/effective_settings.ts";
import type { People } from "lib/installation/people.ts";
import type { Sql } from "lib/database/db.ts";
import { VERSION } from "lib/service/version.ts";

/** A service as it is installed. */
export const ServiceSettings = z.object({
  service: z.string(),
  version: z.string(),
  runtime: z.object({
    deno: z.string().meta({ description: "Deno's version", example: "2.9.6" }),
    system: z.string().meta({ description: "The machine's kind", example: "x86_64-unknown-linux-gnu" }),
  }).meta({ description: "Operating system and architecture" }),
  database: z.object({
    engine: z.enum(["embedded", "server"]).meta({ description: "Whose it is" }),
    version: z.string().meta({ description: "The version of Postgres", example: "17.5" }),
  }).nullable().meta({ description: "null for a service without one" }),
  settings: z.array(EffectiveSetting).meta({ description: "All its settings, in the order of its README" }),
  backups: Backups.nullable().meta({ description: "null for a service without a database" }),
}).meta({ id: "ServiceSettings" });
/** A service as it is installed. */
export type ServiceSettings = z.output<typeof ServiceSettings>;

/** The installed service behind the routes. */
export interface Installation {
  /** Its settings and what goes with them, now. */
  read(): Promise<ServiceSettings>;
  /** Who has called it; absent for a front. */
  people?: People | undefined;
}

/** The installation of service `name`. */
export function installationOf(
  name: string,
  settings: readonly EffectiveSetting[],
  stores?: {
    sql: Sql;
    engine: "embedded" | "server";
    env: Parameters<typeof backupsIn>[0];
    people: People;
  },
): Installation {
  return {
    people: stores?.people,
    async read() {
      const [row] = stores
        ? await stores.sql<{ version: string }[]>`select current_setting('server_version') as version`
        : [];
      return {
        service: name,
        version: VERSION,
        runtime: { deno: Deno.version.deno, system: Deno.build.target },
        database: stores ? { engine: stores.engine, version: row?.version ?? "" } : null,
        settings: [...settings],
        backups: stores ? await backupsIn(stores.env) : null,
      };
    },
  };
}
