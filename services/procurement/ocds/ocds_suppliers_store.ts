import type { TransactionSql } from "lib/database/db.ts";
import { fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit } from "../audit_store.ts";
import { registrationKey, type SupplierInput } from "../suppliers/supplier.ts";

/** The transaction, actor and time of an import. */
export interface OcdsImport {
  tx: TransactionSql;
  actor: string;
  time: Date;
}

/** Finds the supplier by its registration, else by its name; its stored fields are not changed. */
export async function supplierId(work: OcdsImport, supplier: SupplierInput): Promise<string> {
  const { tx, actor, time } = work;
  const { registration_number } = supplier;
  const registration_key = registration_number === null ? null : registrationKey(registration_number);
  const known = await supplierLike(work, { registration_key, name: supplier.name });
  if (known !== undefined) return known;
  const id = uuidv7();
  const [made] = await tx<{ id: string }[]>`insert into procurement.suppliers ${
    tx({
      ...supplier,
      id,
      name_folded: fold(supplier.name),
      registration_key,
      owners: tx.json([]),
      capabilities: tx.json(supplier.capabilities),
      certifications: tx.json(supplier.certifications),
      created_at: time,
      updated_at: time,
    })
  } on conflict (registration_key) do nothing returning id`;
  if (made) {
    await audit(tx, { actor, action: "import", resource: "supplier", resource_id: id, after: supplier });
    return id;
  }
  const alike = await supplierLike(work, { registration_key, name: supplier.name });
  if (alike === undefined) throw new Error("The supplier that holds this registration number is gone");
  return alike;
}

async function supplierLike(
  { tx }: OcdsImport,
  { registration_key, name }: { registration_key: string | null; name: string },
): Promise<string | undefined> {
  const [supplier] = registration_key === null
    ? await tx<{ id: string }[]>`
      select id from procurement.suppliers where registration_key is null and name_folded = ${fold(name)}
      order by created_at, id limit 1`
    : await tx<{ id: string }[]>`
      select id from procurement.suppliers where registration_key = ${registration_key}`;
  return supplier?.id;
}
