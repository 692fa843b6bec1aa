/** The people whom the services have seen, and in which roles. */
import { useMemo } from "preact/hooks";
import { nameOf, t as common } from "../../i18n/shared_words.ts";
import { list } from "../../i18n/format.ts";
import { fold } from "../../i18n/fold.ts";
import { query, setQuery } from "../../router.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { loadedRows } from "../../ui/rows.ts";
import { Await, Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type FromAll, type SeenPeople, useSeenPeople } from "./installation.ts";
import { Unanswered } from "./unanswered.tsx";
import { t } from "./words.ts";

const ROLES = ["admin", "manager", "user"] as const;
type Person = SeenPeople["people"][number] & { services: string[] };

export function People() {
  const seen = useSeenPeople();
  return (
    <>
      <p class="muted">{t("people_words")}</p>
      <Await of={seen}>
        {(told) => (
          <>
            <Unanswered names={told.silent} />
            <Listed told={told} />
          </>
        )}
      </Await>
    </>
  );
}

function Listed({ told }: { told: FromAll<SeenPeople> }) {
  const people = useMemo(() => merged(told), [told]);
  const search = fold(query.value.get("search") ?? "");
  const role = ROLES.find((role) => role === query.value.get("role")) ?? "";
  const load = useMemo(
    () =>
      loadedRows(
        people.filter((person) => (!role || person.role === role) && fold(person.sub).includes(search)),
      ),
    [people, search, role],
  );
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          type="search"
          value={query.value.get("search") ?? ""}
          onInput={(search) => setQuery({ search }, { replace: true })}
        />
        <Choice
          label={t("role")}
          value={role}
          options={[
            { value: "", label: common("all") },
            ...ROLES.map((value) => ({ value, label: common(`role_${value}`) })),
          ]}
          onChange={(role) => setQuery({ role })}
        />
      </div>
      <LongTable
        name="people"
        label={t("people")}
        columns={columns()}
        load={load}
        empty={<Empty title={t("nobody")} />}
      />
    </>
  );
}

/** Each person once in each role, over all services. */
function merged({ answers }: FromAll<SeenPeople>): Person[] {
  const all = new Map<string, Person>();
  for (const { service, answer } of answers) {
    for (const person of answer.people) {
      const key = `${person.role} ${person.sub}`;
      const known = all.get(key);
      all.set(key, {
        ...person,
        first_seen: known && known.first_seen < person.first_seen ? known.first_seen : person.first_seen,
        last_seen: known && known.last_seen > person.last_seen ? known.last_seen : person.last_seen,
        services: [...known?.services ?? [], service],
      });
    }
  }
  return [...all.values()].sort((a, b) => a.last_seen < b.last_seen ? 1 : -1);
}

function columns(): Column<Person>[] {
  return [
    { id: "person", label: t("person"), cell: ({ sub }) => <bdi>{sub}</bdi>, text: ({ sub }) => sub },
    {
      id: "role",
      label: t("role"),
      cell: ({ role }) => <Badge tone={role === "admin" ? "warn" : "calm"}>{common(`role_${role}`)}</Badge>,
      text: ({ role }) => role,
    },
    {
      id: "last",
      label: t("last_seen"),
      cell: ({ last_seen }) => <Time at={last_seen} />,
      text: ({ last_seen }) => last_seen,
    },
    {
      id: "first",
      label: t("first_seen"),
      cell: ({ first_seen }) => <Time at={first_seen} />,
      text: ({ first_seen }) => first_seen,
    },
    { id: "services", label: t("services_used"), cell: ({ services }) => list(services.map(nameOf)) },
  ];
}
