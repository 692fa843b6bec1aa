/** The services behind the console: their names, prefixes and addresses. */
export const SERVICE_NAMES = [
  "gateway",
  "procurement",
  "voice",
  "documents",
  "compliance",
  "agents",
  "evaluation",
  "guard",
] as const;
export type ServiceName = typeof SERVICE_NAMES[number];

/** Where a service's health with its dependencies is. */
export const HEALTH_PATHS: Record<ServiceName, string> = {
  gateway: "/v1/health",
  procurement: "/api/v1/health",
  voice: "/api/v1/health",
  documents: "/api/v1/docs/health",
  compliance: "/api/v1/comply/health",
  agents: "/api/v1/health",
  evaluation: "/api/v1/health",
  guard: "/api/v1/health",
};

export type Addresses = Record<ServiceName, string>;

export function isServiceName(name: string): name is ServiceName {
  return SERVICE_NAMES.some((known) => known === name);
}
