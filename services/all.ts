/** All services of the platform, in order of their ports, and the console in front of them. */
import type { Service } from "lib/host/host.ts";
import { agents } from "./agents/main.ts";
import { compliance } from "./compliance/main.ts";
import { webConsole } from "./console/main.ts";
import { documents } from "./documents/main.ts";
import { evaluation } from "./evaluation/main.ts";
import { gateway } from "./gateway/main.ts";
import { guard } from "./guard/main.ts";
import { procurement } from "./procurement/main.ts";
import { voice } from "./voice/main.ts";

export const SERVICES: Service[] = [
  gateway,
  procurement,
  voice,
  documents,
  compliance,
  agents,
  evaluation,
  guard,
];

/** The services and the console. */
export const PLATFORM: Service[] = [...SERVICES, webConsole];
