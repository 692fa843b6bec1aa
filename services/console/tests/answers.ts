/** What scripted services answer to the pages. Each page's test adds its own. */
import type { ServiceName } from "../server/services.ts";
import type { Answers } from "./platform.ts";

export const ANSWERS: Partial<Record<ServiceName, Answers>> = {};
