import type { FoundField, TextLine } from "../results/field.ts";
import { passportZone } from "../values/identifiers.ts";

/** Fields of a passport's machine-readable zone; valid check digits make them nearly certain. */
export function zoneFields(cells: TextLine[]): FoundField[] {
  const zone = passportZone(cells.map((cell) => cell.text).join("\n"));
  if (!zone) return [];
  const at = cells.find((cell) => /<<|«/.test(cell.text));
  const place = at ? { page: at.page, box: at.box } : {};
  const confidence = zone.valid ? 0.98 : 0.45;
  const reason = zone.valid ? {} : { reason: "The check digits of the machine-readable zone are wrong" };
  const one = (key: string, value: string, field_type: FoundField["field_type"]): FoundField => ({
    key,
    value,
    confidence,
    field_type,
    isCorroborated: zone.valid,
    ...place,
    ...reason,
  });
  return [
    one("passport_number", zone.number, "id"),
    one("surname", zone.surname, "text"),
    one("given_names", zone.given_names, "text"),
    one("nationality", zone.nationality, "text"),
    one("birth_date", zone.birth_date, "date"),
    one("sex", zone.sex, "text"),
    one("expiry_date", zone.expiry_date, "date"),
  ].filter(({ value }) => value !== "");
}
