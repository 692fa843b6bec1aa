/** All services in this process, on one database. */
import { host } from "lib/host.ts";
import { SERVICES } from "./all.ts";

if (import.meta.main) await host(SERVICES);
