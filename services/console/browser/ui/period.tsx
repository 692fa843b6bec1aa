/** A range of time as two fields of a list's filters; both moments are in the address. */
import { t } from "../i18n/shared_words.ts";
import { query, setQuery } from "../router.ts";
import { Field } from "./field.tsx";

const EDGES = ["start_time", "end_time"] as const;

/** The chosen range as parts of a request's query; a text that is no moment is left out. */
export function periodParts(): [name: string, value: string][] {
  return EDGES.flatMap((edge) => {
    const moment = query.value.get(edge);
    return moment && !Number.isNaN(Date.parse(moment)) ? [[edge, moment]] : [];
  });
}

export function Period() {
  return (
    <>
      {EDGES.map((edge) => (
        <Field
          key={edge}
          label={t(edge)}
          type="datetime-local"
          value={localTime(query.value.get(edge))}
          onInput={(value) => setQuery({ [edge]: value && new Date(value).toISOString() }, { replace: true })}
        />
      ))}
    </>
  );
}

/** A moment as a field of date and time shows it, in the viewer's zone; empty for none. */
export function localTime(moment: string | null): string {
  const time = new Date(moment ?? NaN);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
