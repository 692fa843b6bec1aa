import { z } from "zod";
import { count, flag, GatewayClientEnv, port, processes, ProviderEnv, SharedEnv } from "lib/env.ts";
import { jsonSetting } from "lib/json_setting.ts";

const Price = z.object({ input_per_million: z.number().min(0), output_per_million: z.number().min(0) });

/** US dollars for a million tokens, by model id. */
export const Prices = z.record(z.string(), Price);
export type Prices = z.output<typeof Prices>;

export const Env = SharedEnv.extend(GatewayClientEnv.shape).extend(ProviderEnv.shape).extend({
  EVALUATION_PORT: port(8006).meta({ description: "port to listen on" }),
  EVALUATION_PROCESSES: processes(),
  BENCHMARKS_DIR: z.string().optional().meta({
    description: "folder of your own benchmarks: .json, .jsonl and .csv files; unset: only the built-in ones",
  }),
  MAX_CONCURRENT_EVALS: count(5, { min: 1, max: 100 }).meta({
    description: "concurrent evaluations, over all processes",
  }),
  EVAL_TIMEOUT_SECONDS: z.coerce.number().positive().max(86_400).default(60).meta({
    description: "timeout of the provider for one question, without waiting for its rate limit",
  }),
  EVAL_QUESTION_CONCURRENCY: count(10, { min: 1, max: 500 }).meta({
    description: "concurrent questions of one evaluation",
  }),
  EVAL_PRICES: jsonSetting(Prices, '{"m": {"input_per_million": 1, "output_per_million": 2}}').meta({
    description:
      'JSON of prices by model: {"m": {"input_per_million": 1, "output_per_million": 2}} in US dollars',
  }),
  LEADERBOARD_LEAST_COVERAGE: z.coerce.number().min(0).max(1).default(0).meta({
    description: "minimum share of scored questions, 0 to 1; models below it are listed after the others",
  }),
  JUDGE_MODEL: z.string().optional().meta({
    description: "model that grades answers of llm_judge questions",
  }),
  JUDGE_PROVIDER: z.enum(["openai", "azure_openai", "gateway"]).default("openai").meta({
    description: "provider of the judge model",
  }),
  DEBUG: flag(false).meta({ description: "log at debug level" }),
});
export type Env = z.output<typeof Env>;
