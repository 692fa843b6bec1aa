import type { Sql, TransactionSql } from "lib/database/db.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import type { GovernanceFilter } from "../access/allowance.ts";
import { inVersion } from "../access/governance_store.ts";
import type { Price } from "../providers/price.ts";
import type { Slice } from "../query.ts";
import type { PriceFacts } from "./price_rules.ts";
import type { PriceChange, PricedModel, SetPrice } from "./set_price.ts";

/** A current or removed price, without the configured one. */
export type PriceRecord = Omit<SetPrice, "configured">;

export interface PriceStore {
  /** Current prices, ordered by provider and model. */
  list(filter: GovernanceFilter, slice: Slice): Promise<PriceRecord[]>;
  count(filter: GovernanceFilter): Promise<number>;
  /** All changes, newest first; empty if no price was ever set. */
  history(model: PricedModel): Promise<PriceChange[]>;
  /** Sets a price unless `allow` throws; an equal current price is unchanged. */
  set(
    model: PricedModel,
    price: Price,
    by: { actor: string; allow: (facts: PriceFacts) => void },
  ): Promise<{ record: PriceRecord; changed: boolean }>;
  /** False when there is no current price. */
  remove(model: PricedModel, by: string): Promise<boolean>;
}

const LONGEST_HISTORY = 100;

export function priceStore(sql: Sql): PriceStore {
  const inForce = ({ search }: GovernanceFilter) =>
    sql`
      from (
        select distinct on (provider, model) provider, model, price, set_by, set_at
        from gateway.model_prices order by provider, model, version desc
      ) newest
      where price is not null ${
      search === undefined ? sql`` : sql`and strpos(lower(provider || '/' || model), lower(${search})) > 0`
    }`;

  return {
    list: (filter, { limit, offset }) =>
      sql<PriceRecord[]>`
        select * ${inForce(filter)} order by provider, model limit ${limit} offset ${offset}`,
    count: async (filter) => {
      const [row] = await sql<{ n: number }[]>`select count(*) as n ${inForce(filter)}`;
      return row?.n ?? 0;
    },
    history: ({ provider, model }) =>
      sql<PriceChange[]>`
        select price, set_by, set_at from gateway.model_prices
        where provider = ${provider} and model = ${model} order by version desc limit ${LONGEST_HISTORY}`,
    set: ({ provider, model }, price, { actor: set_by, allow }) =>
      inVersion(sql, async (tx, version) => {
        const json = tx.json(jsonColumn(price));
        const [same] = await tx<PriceRecord[]>`
          select * from (${newest(tx, { provider, model })}) newest where price = ${json}`;
        if (same) return { record: same, changed: false };
        allow({ otherModels: await countOthers(tx, { provider, model }) });
        const [record] = await tx<PriceRecord[]>`
          insert into gateway.model_prices ${tx({ version, provider, model, price: json, set_by })}
          returning provider, model, price, set_by, set_at`;
        if (!record) throw new Error("a written row was not returned");
        return { record, changed: true };
      }),
    remove: ({ provider, model }, set_by) =>
      inVersion(sql, async (tx, version) => {
        const [known] = await tx`
          select 1 from (${newest(tx, { provider, model })}) newest where price is not null`;
        if (!known) return false;
        await tx`insert into gateway.model_prices ${tx({ version, provider, model, price: null, set_by })}`;
        return true;
      }),
  };
}

function newest(tx: TransactionSql, { provider, model }: PricedModel) {
  return tx`
    select provider, model, price, set_by, set_at from gateway.model_prices
    where provider = ${provider} and model = ${model} order by version desc limit 1`;
}

/** The number of other models with prices, also removed ones. */
async function countOthers(tx: TransactionSql, { provider, model }: PricedModel): Promise<number> {
  const [others] = await tx<{ n: number }[]>`
    select count(*) as n from (select distinct provider, model from gateway.model_prices) named
    where not (provider = ${provider} and model = ${model})`;
  return others?.n ?? 0;
}
