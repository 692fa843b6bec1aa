/** Loads each page's file when it is first opened. */
import type { Page } from "./page.ts";

export const pageFiles: Record<string, () => Promise<{ page: Page }>> = {
  "home.tsx": () => import("./pages/home.tsx"),
  "gateway.tsx": () => import("./pages/gateway.tsx"),
  "guard.tsx": () => import("./pages/guard.tsx"),
  "documents.tsx": () => import("./pages/documents.tsx"),
  "voice.tsx": () => import("./pages/voice.tsx"),
  "agents.tsx": () => import("./pages/agents.tsx"),
  "evaluation.tsx": () => import("./pages/evaluation.tsx"),
  "procurement.tsx": () => import("./pages/procurement.tsx"),
  "compliance.tsx": () => import("./pages/compliance.tsx"),
  "settings.tsx": () => import("./pages/settings.tsx"),
};

export const publicPageFiles: Record<string, () => Promise<{ page: Page }>> = {
  "public/verify.tsx": () => import("./pages/public/verify.tsx"),
  "public/tenders.tsx": () => import("./pages/public/tenders.tsx"),
};
