/** Whether a certificate holds, for anyone who has its number or scanned its code. */
import { useSignal } from "@preact/signals";
import { useGet } from "../../api.ts";
import { list, percent } from "../../i18n/format.ts";
import { words } from "../../i18n/words.ts";
import type { Page } from "../../page.ts";
import { query, setQuery } from "../../router.ts";
import { Field } from "../../ui/field.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Code, Time } from "../../ui/time.tsx";

const t = words({
  title: ["Verify a certificate", "التحقق من شهادة"],
  intro: [
    "The number stands on the certificate, beneath its code.",
    "الرقم مكتوب على الشهادة تحت الرمز المربع.",
  ],
  number: ["Number of the certificate", "رقم الشهادة"],
  verify: ["Verify", "تحقّق"],
  no_number: ["This is no number of a certificate", "هذا ليس رقم شهادة"],
  valid: ["Valid: the signature holds", "صالحة: التوقيع سليم"],
  altered: ["Not valid: its content was changed", "غير صالحة: عُدّل محتواها"],
  expired: ["Not valid any more: it has expired", "لم تعد صالحة: انتهت مدتها"],
  revoked: ["Not valid any more: it was revoked", "لم تعد صالحة: سُحبت"],
  superseded: ["Replaced by a later certificate", "حلّت محلها شهادة أحدث"],
  unknown: ["Nobody issued a certificate with this number here", "لم تصدر هنا شهادة بهذا الرقم"],
  system: ["System", "النظام"],
  organization: ["Organisation", "الجهة"],
  issued_to: ["Issued to", "صادرة إلى"],
  level: ["Level", "المستوى"],
  certified: ["Certified", "معتمد"],
  conditional: ["Conditional", "مشروط"],
  conditions: ["Open gaps", "فجوات قائمة"],
  score: ["Score", "الدرجة"],
  frameworks: ["Frameworks", "الأطر"],
  issued_at: ["Issued", "صدرت"],
  valid_until: ["Valid until", "صالحة حتى"],
  revoked_at: ["Revoked", "سُحبت"],
  later: ["The later certificate", "الشهادة الأحدث"],
  declaration: [
    "Self-declared by the organisation on the platform it runs; not an accredited certification and no legal advice.",
    "تصريح ذاتي من الجهة على منصتها؛ وليس شهادة معتمدة ولا مشورة قانونية.",
  ],
});

interface Verdict {
  valid: boolean;
  reason: "altered" | "expired" | "revoked" | "superseded" | "unknown" | null;
  certificate: {
    organization: string;
    issued_to: string;
    system_name: string;
    frameworks: string[];
    framework_versions: Record<string, string>;
    overall_score: number;
    level: "certified" | "conditional";
    conditions: string[];
    issued_at: string;
    valid_until: string;
  } | null;
  revoked_at: string | null;
  superseded_by: string | null;
}

const NUMBER = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const page: Page = { title: () => t("title"), view: () => <Verify /> };

function Verify() {
  const asked = query.value.get("certificate")?.trim().toLowerCase() ?? "";
  const text = useSignal(asked);
  const isNumber = NUMBER.test(asked);
  return (
    <>
      <h1>{t("title")}</h1>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setQuery({ certificate: text.value.trim().toLowerCase() });
          }}
        >
          <Field
            label={t("number")}
            help={t("intro")}
            error={asked && !isNumber ? t("no_number") : undefined}
            dir="ltr"
            required
            value={text.value}
            onInput={(value) => text.value = value}
          />
          <button type="submit">{t("verify")}</button>
        </form>
      </Card>
      {isNumber && <Outcome key={asked} id={asked} />}
    </>
  );
}

function Outcome({ id }: { id: string }) {
  const verdict = useGet<Verdict>(`/compliance/api/v1/comply/certificates/${id}/verify`);
  return (
    <div aria-live="polite">
      <Await of={verdict}>
        {(of) => (
          <Card>
            <p class={`verdict note ${of.valid ? "good" : of.reason === "superseded" ? "warn" : "bad"}`}>
              <strong>{t(of.reason ?? "valid")}</strong>
            </p>
            {of.certificate && of.reason !== "altered" && <Facts of={of} certificate={of.certificate} />}
          </Card>
        )}
      </Await>
    </div>
  );
}

function Facts(
  { of, certificate }: { of: Verdict; certificate: NonNullable<Verdict["certificate"]> },
) {
  const { system_name, organization, issued_to, level, frameworks, framework_versions } = certificate;
  const facts: [string, preact.ComponentChildren][] = [
    [t("system"), <bdi key="s">{system_name}</bdi>],
    [t("organization"), <bdi key="o">{organization}</bdi>],
    [t("issued_to"), <bdi key="i">{issued_to}</bdi>],
    [t("level"), <Badge key="l" tone={level === "certified" ? "good" : "warn"}>{t(level)}</Badge>],
    [t("score"), percent(certificate.overall_score / 100)],
    [t("frameworks"), list(frameworks.map((id) => `\u2066${id} (${framework_versions[id] ?? "–"})\u2069`))],
    [t("issued_at"), <Time key="a" at={certificate.issued_at} />],
    [t("valid_until"), <Time key="u" at={certificate.valid_until} />],
  ];
  if (of.revoked_at) facts.push([t("revoked_at"), <Time key="r" at={of.revoked_at} />]);
  if (of.superseded_by) {
    facts.push([
      t("later"),
      <a key="n" href={`/verify?certificate=${of.superseded_by}`}>
        <Code>{of.superseded_by}</Code>
      </a>,
    ]);
  }
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {certificate.conditions.length > 0 && (
        <>
          <h2>{t("conditions")}</h2>
          <ul>{certificate.conditions.map((text) => <li key={text} dir="auto">{text}</li>)}</ul>
        </>
      )}
      <p class="muted">{t("declaration")}</p>
    </>
  );
}
