/** The current time, in any zone, in the Gregorian and the Hijri (Umm al-Qura) calendar. */
import { z } from "zod";
import { defineTool, type Tool, ToolFailure } from "./tool.ts";

/** The moment `now` as a clock and both calendars show it in `zone`. */
export function clock(now: Date, zone: string) {
  const gregorian = fields(now, zone, "gregory");
  const hijri = fields(now, zone, "islamic-umalqura");
  const named = (locale: string, calendar: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, calendar, dateStyle: "full" }).format(now);
  return {
    time_zone: zone,
    utc: now.toISOString(),
    utc_offset: offset(now, zone),
    date: `${gregorian.year.padStart(4, "0")}-${gregorian.month}-${gregorian.day}`,
    time: `${gregorian.hour}:${gregorian.minute}:${gregorian.second}`,
    weekday: new Intl.DateTimeFormat("en", { timeZone: zone, weekday: "long" }).format(now),
    gregorian: named("en", "gregory"),
    hijri: {
      year: Number(hijri.year),
      month: Number(hijri.month),
      day: Number(hijri.day),
      text: named("en", "islamic-umalqura"),
      text_ar: named("ar-SA", "islamic-umalqura"),
    },
  };
}

function fields(now: Date, timeZone: string, calendar: string) {
  const parts = new Intl.DateTimeFormat("en-u-nu-latn", {
    timeZone,
    calendar,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

function offset(now: Date, timeZone: string): string {
  const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(now).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return name === "GMT" ? "+00:00" : name.slice(3);
}

/** The tool; `now` is the clock it reads. */
export function currentTime(now: () => Date = () => new Date()): Tool {
  return defineTool({
    name: "current_time",
    pure: true,
    description:
      "The current date and time in a time zone, in the Gregorian and the Hijri (Umm al-Qura) calendar.",
    input: z.object({
      time_zone: z.string().max(64).default("UTC").meta({ description: "IANA name, such as Asia/Dubai" }),
    }),
    run({ time_zone }) {
      try {
        return clock(now(), time_zone);
      } catch (error) {
        if (error instanceof RangeError) throw new ToolFailure(`Unknown time zone ${time_zone}`);
        throw error;
      }
    },
  });
}
