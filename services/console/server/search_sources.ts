/** The lists of the services in which a search looks, each by the search that the service itself has. */
import type { SearchKind } from "../shared/search.ts";
import type { ServiceName } from "./services.ts";

export interface SearchSource {
  kind: SearchKind;
  service: ServiceName;
  /** Path and query of the list; `{text}` stands for what is looked for. */
  list: string;
  /** The path of one thing by its id, where the list's search does not find ids. */
  item?: string;
  /** The field of the list's answer that holds the rows; none where the answer is the list. */
  rows?: string;
  /** The field with a row's name. */
  label: string;
  /** The list cannot be searched: the console looks through it, which is for short ones. */
  whole?: boolean;
  /** Who may read it, where that is not everybody. */
  only?: "admins" | "managers";
  /** Whether a key of the gateway may read it. */
  forKeys?: boolean;
  /** The page of a row; `{name}` stands for its field `name`. */
  page: string;
}

const MOST = 5;
const GOVERNANCE = {
  service: "gateway",
  rows: "data",
  label: "name",
  only: "admins",
  forKeys: true,
} as const;

export const SEARCH_SOURCES: readonly SearchSource[] = [
  {
    kind: "tender",
    service: "procurement",
    list: `/api/v1/tenders?page_size=${MOST}&search={text}`,
    item: "/api/v1/tenders/{id}",
    rows: "tenders",
    label: "title",
    page: "/procurement?tender={id}",
  },
  {
    kind: "supplier",
    service: "procurement",
    list: `/api/v1/suppliers?page_size=${MOST}&search={text}`,
    item: "/api/v1/suppliers/{id}",
    rows: "suppliers",
    label: "name",
    page: "/procurement?view=suppliers&supplier={id}",
  },
  {
    kind: "document",
    service: "documents",
    list: `/api/v1/docs/documents?page_size=${MOST}&search={text}`,
    item: "/api/v1/docs/documents/{id}",
    rows: "documents",
    label: "filename",
    page: "/documents?document={id}",
  },
  {
    kind: "transcription",
    service: "voice",
    list: `/api/v1/transcriptions?page_size=${MOST}&search={text}`,
    item: "/api/v1/transcriptions/{id}",
    rows: "transcriptions",
    label: "text",
    page: "/voice?transcription={id}",
  },
  {
    kind: "agent",
    service: "agents",
    list: `/api/v1/agents?limit=${MOST}&search={text}`,
    label: "name",
    page: "/agents?agent={id}",
  },
  {
    kind: "run",
    service: "agents",
    list: `/api/v1/runs?limit=${MOST}&search={text}`,
    label: "input",
    page: "/agents?agent={agent_id}&view=runs&run={id}",
  },
  {
    kind: "policy",
    service: "guard",
    list: `/api/v1/policies?limit=${MOST}&search={text}`,
    label: "name",
    page: "/guard?view=policies&policy={id}",
  },
  {
    ...GOVERNANCE,
    kind: "key",
    list: `/governance/virtual-keys?limit=${MOST}&search={text}`,
    item: "/governance/virtual-keys/{id}",
    page: "/gateway?view=keys&key={id}",
  },
  {
    ...GOVERNANCE,
    kind: "team",
    list: `/governance/teams?limit=${MOST}&search={text}`,
    item: "/governance/teams/{id}",
    page: "/gateway?view=groups",
  },
  {
    ...GOVERNANCE,
    kind: "customer",
    list: `/governance/customers?limit=${MOST}&search={text}`,
    item: "/governance/customers/{id}",
    page: "/gateway?view=groups",
  },
  {
    kind: "model",
    service: "gateway",
    list: "/v1/models",
    rows: "data",
    label: "id",
    whole: true,
    forKeys: true,
    page: "/gateway?view=models&model={id}",
  },
  {
    kind: "benchmark",
    service: "evaluation",
    list: "/api/v1/benchmarks",
    label: "name",
    whole: true,
    page: "/evaluation?view=benchmarks&benchmark={id}",
  },
  {
    kind: "result",
    service: "evaluation",
    list: "/api/v1/results?limit=100",
    item: "/api/v1/results/{id}",
    label: "model_id",
    whole: true,
    page: "/evaluation?result={id}",
  },
  {
    kind: "system",
    service: "compliance",
    list: `/api/v1/comply/systems?limit=${MOST}&name={text}`,
    item: "/api/v1/comply/systems/{id}",
    label: "name",
    page: "/compliance?system={id}",
  },
  {
    kind: "assessment",
    service: "compliance",
    list: `/api/v1/comply/reports?limit=${MOST}&system={text}`,
    item: "/api/v1/comply/reports/{id}",
    label: "system_name",
    page: "/compliance?system={system_id}&report={id}",
  },
];
