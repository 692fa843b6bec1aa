/** The suppliers, how each has done, and a new one. */
import { fieldOfWork } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { API, type Supplier } from "./procurement.ts";
import { SupplierCard } from "./supplier_card.tsx";
import { namesIn } from "./tender_form.tsx";
import { t } from "./words.ts";

export function Suppliers() {
  const making = useSignal(false);
  const news = useSignal(0);
  const search = query.value.get("search")?.trim() ?? "";
  const opened = query.value.get("supplier");
  const count = news.value;
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const words = search ? `&search=${encodeURIComponent(search)}` : "";
    const { suppliers, total } = await get<{ suppliers: Supplier[]; total: number }>(
      `${API}/suppliers?page=${offset / limit + 1}&page_size=${limit}${words}`,
      { signal },
    );
    return { rows: suppliers, total };
  }, [search, count]);
  return (
    <>
      <div class="filters">
        <Field
          label={common("search")}
          type="search"
          value={query.value.get("search") ?? ""}
          onInput={(value) => setQuery({ search: value }, { replace: true })}
        />
        <span class="space" />
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_supplier")}
        </button>
      </div>
      <LongTable
        name="suppliers"
        label={t("suppliers")}
        columns={columns()}
        load={load}
        empty={<Empty title={t("no_suppliers")}>{t("no_suppliers_words")}</Empty>}
        onOpen={({ id }) => setQuery({ supplier: id })}
      />
      {making.value && <NewSupplier onClose={() => making.value = false} done={() => news.value++} />}
      {opened && (
        <SupplierCard
          key={opened}
          id={opened}
          onClose={() => setQuery({ supplier: undefined })}
          changed={() => news.value++}
        />
      )}
    </>
  );
}

function columns(): Column<Supplier>[] {
  return [
    {
      id: "name",
      label: common("name"),
      cell: ({ id, name }) => (
        <a href={`/procurement?view=suppliers&supplier=${id}`}>
          <bdi>{name}</bdi>
        </a>
      ),
      text: ({ name }) => name,
    },
    { id: "category", label: t("category"), cell: ({ category }) => <bdi>{fieldOfWork(category)}</bdi> },
    {
      id: "score",
      label: t("score"),
      end: true,
      cell: ({ score, rated }) => rated && score !== null ? number(score) : <Badge>{t("not_rated")}</Badge>,
      text: ({ score }) => score,
    },
    {
      id: "registration",
      label: t("registration"),
      cell: ({ registration_number }) => <Code>{registration_number}</Code>,
    },
    { id: "email", label: t("email"), cell: ({ contact_email }) => <Code>{contact_email}</Code> },
  ];
}

function NewSupplier({ onClose, done }: { onClose(): void; done(): void }) {
  const form = useSignal({
    name: "",
    category: "",
    registration: "",
    email: "",
    certifications: "",
    owners: "",
  });
  const set = (parts: Partial<typeof form.value>) => form.value = { ...form.value, ...parts };
  const submit = async (event: Event) => {
    event.preventDefault();
    const { name, category, registration, email, certifications, owners } = form.value;
    const json = {
      name,
      ...category ? { category } : {},
      ...registration ? { registration_number: registration } : {},
      ...email ? { contact_email: email } : {},
      certifications: namesIn(certifications),
      owners: namesIn(owners),
    };
    try {
      await get(`${API}/suppliers`, { method: "POST", json });
      onClose();
      done();
    } catch (error) {
      toastFailure(error);
    }
  };
  const { value } = form;
  return (
    <Dialog title={t("new_supplier")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={common("name")} required value={value.name} onInput={(name) => set({ name })} />
        <div class="form-row">
          <Field label={t("category")} value={value.category} onInput={(category) => set({ category })} />
          <Field
            label={t("registration")}
            dir="ltr"
            value={value.registration}
            onInput={(registration) => set({ registration })}
          />
          <Field label={t("email")} dir="ltr" value={value.email} onInput={(email) => set({ email })} />
        </div>
        <Field
          label={t("certifications")}
          help={t("list_hint")}
          value={value.certifications}
          onInput={(certifications) => set({ certifications })}
        />
        <Field
          label={t("owners")}
          help={t("committee_help")}
          value={value.owners}
          onInput={(owners) => set({ owners })}
        />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit">{common("create")}</button>
        </footer>
      </form>
    </Dialog>
  );
}
