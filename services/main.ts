/** All services in this process, on one database, and the console. */
import { host } from "lib/host/host.ts";
import { PLATFORM } from "./all.ts";

if (import.meta.main) await host(PLATFORM);
