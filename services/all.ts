/** Every service of the platform, in the order of their ports. */
import type { Service } from "lib/host.ts";

export const SERVICES: Service[] = [];
