/** The fields of the gateway's answers that its page shows. */
export interface Usage {
  id: string;
  request_id: string;
  model: string;
  provider: string;
  provider_model: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cost_usd: number;
  tenant_id: string;
  timestamp: string;
  outcome: string;
  estimated: boolean;
  unpriced: boolean;
  cached: boolean;
  latency_ms: number;
  ttft_ms: number | null;
}

export interface Summary {
  total_requests: number;
  total_cost_usd: number;
  total_tokens: number;
  unpriced_requests: number;
  by_model: { model: string; requests: number; total_tokens: number; cost_usd: number }[];
  by_provider: { provider: string; requests: number; cost_usd: number }[];
  by_tenant: { tenant_id: string; requests: number; cost_usd: number }[];
  daily_costs: { date: string; cost_usd: number }[];
}

export interface Budget {
  limit_usd: number;
  period: "daily" | "weekly" | "monthly";
}

/** A key, a team or a customer: all have limits and a budget. */
export interface Governed {
  id: string;
  name: string;
  budget: Budget | null;
  rate_limit: { requests_per_minute: number | null; tokens_per_minute: number | null } | null;
  customer_id?: string | null;
  /** Of a team: the keys that holders of its keys may make. */
  self_service?: { keys: number; budget: Budget | null } | null;
  created_at: string;
  /** Only when one is read by its id, and where it has a budget. */
  spending?: { spent_usd: number; since: string; renews_at: string } | null;
}

export interface VirtualKey extends Governed {
  key_hint: string;
  team_id: string | null;
  status: "active" | "revoked" | "expired";
  expires_at: string | null;
  allowed_models: string[] | null;
  timeout_seconds: number | null;
  cache: { ttl_seconds: number } | null;
  may_skip_guardrails: boolean;
  may_pass_through: boolean;
}

export interface UnitPrices {
  minute?: string;
  million_characters?: string;
  /** One price, or one for each size. */
  image?: string | Record<string, string>;
  thousand_searches?: string;
}

interface LongPrompt {
  above: number;
  input: string;
  output: string;
  cached_input?: string;
  cache_write?: string;
}

/** US dollars, for a million tokens where it is not by units. */
export interface Price {
  input?: string;
  output?: string;
  cached_input?: string;
  cache_write?: string;
  audio_input?: string;
  audio_output?: string;
  image_input?: string;
  image_output?: string;
  long_prompt?: LongPrompt;
  units?: UnitPrices;
}

/** A price that an admin set. */
export interface SetPrice {
  provider: string;
  model: string;
  price: Price | null;
  /** What it would be without. */
  configured: Price | null;
  set_by: string;
  set_at: string;
}

export interface Model {
  id: string;
  provider: string;
  capabilities: string[];
  context_window: number | null;
  price: Price | null;
  available: boolean;
  /** Of an alias: the models behind it, which have the prices. */
  aliases?: string[];
}

/** A page of the gateway's lists. */
export interface PageOf<R> {
  data: R[];
  total: number;
}
