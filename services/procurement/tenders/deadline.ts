import { z } from "zod";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A deadline: an ISO 8601 date, which ends at midnight, or a date and time. */
export const Deadline = z.string().refine((text) => closingTime(text, "UTC") !== undefined, {
  message: "must be an ISO 8601 date (2026-12-31) or date and time (2026-12-31T14:00:00+04:00)",
}).meta({ examples: ["2026-12-31", "2026-12-31T14:00:00+04:00"] });

/**
 * The time at which `deadline` ends; a date, or a time without an offset, is in `timeZone`. undefined for an
 * invalid calendar date.
 */
export function closingTime(deadline: string, timeZone: string): Date | undefined {
  try {
    if (DATE.test(deadline)) {
      const next = Temporal.PlainDate.from(deadline).add({ days: 1 });
      return new Date(next.toZonedDateTime(timeZone).epochMilliseconds);
    }
    if (!TIME.test(deadline)) return undefined;
    if (/(Z|[+-]\d{2}:?\d{2})$/.test(deadline)) {
      return new Date(Temporal.Instant.from(deadline).epochMilliseconds);
    }
    return new Date(Temporal.PlainDateTime.from(deadline).toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    return undefined;
  }
}
