/** Which of two values of a field outranks the other: the one beside a label, or the one that its place or its digits tell. */
import type { FoundField } from "../results/field.ts";
import { EMPLOYEE, isOrganisation } from "./name_shape.ts";
import { IMPLAUSIBLE } from "./plausible_field.ts";

/** Below it a label is vague. */
const DOUBTFUL = 0.76;

/** Whether a value without a label outranks a known one: by its check digits, its place or its confidence. */
export function isBetter(
  field: FoundField,
  known: FoundField | undefined,
  customer: FoundField | undefined,
): boolean {
  if (isLabelledCustomer(field, customer)) return false;
  if (!known) return true;
  if (field.confidence >= 0.98 && !isPrintedNationality(field, known)) return true;
  return field.confidence > IMPLAUSIBLE &&
    (isLetterhead(field, known) || isPreamble(field, known) || isIssuer(field, known) ||
      isSurer(field, known) || isWholeList(field, known));
}

/** Whether a name at the head is the customer's, which its label says. */
function isLabelledCustomer({ key, value, box }: FoundField, customer: FoundField | undefined): boolean {
  return key === "vendor_name" && customer?.value === value && customer.confidence > DOUBTFUL &&
    customer.box?.top === box?.top;
}

/** Whether a value outranks a known one with a vague label. */
function isSurer(field: FoundField, known: FoundField): boolean {
  return known.confidence < DOUBTFUL && field.confidence > known.confidence + 0.1;
}

/** Whether a list on several lines begins with what stands beside or below its heading. */
function isWholeList({ key, value }: FoundField, known: FoundField): boolean {
  return key === "languages" && value.startsWith(known.value) && value.length > known.value.length;
}

/** Whether a field is the printed nationality, which is preferred to the code of the machine-readable zone. */
function isPrintedNationality({ key, value }: FoundField, known: FoundField): boolean {
  return key === "nationality" && known.value.length > 3 && /^[A-Z]{3}$/.test(value);
}

/** Whether a party is from the contract's preamble, which has full names, and not from the signatures. */
function isPreamble(field: FoundField, known: FoundField): boolean {
  return /_party$/.test(field.key) && isAbove(field, known);
}

/** Whether a sender is from the letterhead, which is preferred to the person who signs. */
function isLetterhead(field: FoundField, known: FoundField): boolean {
  return field.key === "sender" && isAbove(field, known);
}

/** Whether a value stands above another, or on an earlier page. */
function isAbove({ box, page = 1 }: FoundField, known: FoundField): boolean {
  if (!box || !known.box) return false;
  return page < (known.page ?? 1) || (page === known.page && box.bottom < known.box.top);
}

/** Whether an order's buyer is the company of the letterhead, preferred to who orders, or a seller to who quotes. */
function isIssuer({ key, value }: FoundField, known: FoundField): boolean {
  const isOrderers = key === "buyer_name" && isOrganisation(value);
  const isQuoted = key === "vendor_name" && known.confidence < DOUBTFUL && EMPLOYEE.test(known.value);
  return (isOrderers || isQuoted) && !isOrganisation(known.value);
}
