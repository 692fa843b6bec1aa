/** Decides from a database failure whether a retry can help. */

/** The SQLSTATE of a failure, or the driver's own code for one that never reached the database. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

// Cardinality, data and constraint violations, and values beyond a limit of the engine, such as an index key's size.
const ABOUT_DATA = /^(?:21|22|23|54)[0-9A-Z]{3}$/;
// The driver's own refusals of values that it cannot send.
const UNSENDABLE = new Set(["UNDEFINED_VALUE", "MAX_PARAMETERS_EXCEEDED"]);

/** Whether the database refuses the data it was given: the same data will be refused again. */
export function isDataRefusal(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  return ABOUT_DATA.test(code) || UNSENDABLE.has(code);
}
