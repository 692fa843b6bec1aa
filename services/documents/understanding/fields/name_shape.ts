/** The shape of names of people and organisations: a date or a number beside their label is none. */
import { type DateOrder, findDates } from "../values/dates.ts";

/** Whether the values of a field are names or words. */
export function isNamed(key: string): boolean {
  return /(?:_name|_names|_party|_form|_holder)$|^(?:sender|recipient|issuer|surname|author|nationality|authority|legal_form)$/
    .test(key);
}

/** Whether a value may be a name: neither a date nor a number with letters. */
export function isNameLike(value: string, order?: DateOrder): boolean {
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  if (digits >= 4 && digits >= letters) return false;
  const [date] = findDates(value, order);
  return !date || date.raw.length < value.trim().length * 0.6;
}
