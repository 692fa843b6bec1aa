/** The fields of the guard's compliance reports. */
export const REPORTS = "/guard/api/v1/compliance/reports";

export const STATUSES = ["evidenced", "partly_evidenced", "no_evidence"] as const;
export type SectionStatus = typeof STATUSES[number];

export const STATUS_TONES = { evidenced: "good", partly_evidenced: "warn", no_evidence: "bad" } as const;

export interface Summary {
  id: string;
  framework_id: string;
  framework_name: string;
  days: number;
  generated_at: string;
  summary: {
    evidenced: number;
    partly_evidenced: number;
    no_evidence: number;
    score: number;
    requirements_outside: number;
  };
}

export interface Section {
  id: string;
  ref: string;
  title: string;
  status: SectionStatus;
  evidence: { area: string; source: string; description: string; count: number }[];
}

export interface Report extends Summary {
  sections: Section[];
  disclaimer: string;
}
