/** The facts that a page starts with; they stand in its HTML as JSON. */
export interface Boot {
  lang: "en" | "ar";
  user: { sub: string; role: "admin" | "manager" | "user"; kind: "token" | "key" } | null;
  /** Unix seconds at which the session ends. */
  expires: number;
  csrf: string;
  version: string;
  /** Whether the organisation's own sign-in can be used. */
  oidc: boolean;
  /** Where programs call the gateway. */
  gatewayPort: number;
  /** Addresses of files that import maps do not reach. */
  files: { liveWorker: string; microphone: string };
}
