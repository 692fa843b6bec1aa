/** The tenders and suppliers of the demo. */
import { MARYAM, SALEM } from "./people.ts";

export interface DemoSupplier {
  name: string;
  registration_number: string;
  category: string;
  contact_email: string;
  capabilities: string[];
  certifications: string[];
  owners: string[];
}

export interface DemoBid {
  supplier: string;
  amount: number;
  delivery_days: number;
  proposal: string;
  /** Each criterion's scores, one per committee member. */
  scores?: Record<string, number[]>;
  /** The committee's findings on the requirements. */
  met?: boolean[];
}

/** The stage that a tender has reached. */
export type Stage = "draft" | "open" | "opened" | "evaluated" | "awarded" | "unsuccessful" | "cancelled";

export interface DemoTender {
  stage: Stage;
  /** Days until the deadline; undefined if the tender closes when its bids are opened. */
  days?: number;
  input: {
    title: string;
    description: string;
    category: string;
    currency: "AED" | "SAR" | "QAR";
    budget_min: number;
    budget_max: number;
    requirements: string[];
    evaluation_criteria: Record<string, number>;
  };
  bids: DemoBid[];
}

/** The committee members, in the order of the scores. */
export const COMMITTEE = [SALEM, MARYAM];

const supplier = (
  name: string,
  owner: string,
  [registration_number, category]: [string, string],
  [capabilities, certifications]: [string[], string[]],
): DemoSupplier => ({
  name,
  registration_number,
  category,
  contact_email: `bids@${owner.split(".").at(-1)}.example`,
  capabilities,
  certifications,
  owners: [owner],
});

export const SUPPLIERS: DemoSupplier[] = [
  supplier("شركة النخيل للتقنية", "dana.nakheel", ["CN-1204417", "it"], [
    ["أجهزة حاسوب", "دعم في الموقع"],
    ["ISO 9001 certificate", "ISO 27001 certificate"],
  ]),
  supplier("Falcon Systems LLC", "peter.falcon", ["CN-2280913", "it"], [
    ["laptops", "networks", "on-site support"],
    ["ISO 9001 certificate"],
  ]),
  supplier("مؤسسة الواحة للتجهيزات", "rashid.waha", ["1010447721", "it"], [["تجهيزات مكتبية"], []]),
  supplier("Gulf Clean Energy", "anita.gce", ["CN-3391745", "energy"], [
    ["solar", "maintenance"],
    ["ISO 14001 certificate"],
  ]),
  supplier("شركة السواعد للمقاولات", "khalid.sawaed", ["1010998213", "construction"], [
    ["صيانة مبانٍ", "تكييف"],
    ["ISO 9001 certificate", "ISO 45001 certificate"],
  ]),
  supplier("Marina Facilities Management", "joan.marina", ["CN-4410286", "services"], [
    ["cleaning", "air conditioning", "security"],
    ["ISO 45001 certificate"],
  ]),
  supplier("دار البيان للترجمة", "lina.bayan", ["29-55021", "services"], [["ترجمة معتمدة"], []]),
];

const LAPTOPS: DemoTender = {
  stage: "awarded",
  input: {
    title: "توريد ٢٠٠ حاسوب محمول مع الدعم",
    description: "حواسيب محمولة لموظفي الفروع مع دعم في الموقع ثلاث سنوات.",
    category: "it",
    currency: "AED",
    budget_min: 500_000,
    budget_max: 750_000,
    requirements: ["ISO 9001 certificate", "دعم في الموقع لمدة ثلاث سنوات"],
    evaluation_criteria: { السعر: 0.5, الجودة: 0.3, التسليم: 0.1, الامتثال: 0.1 },
  },
  bids: [
    {
      supplier: "شركة النخيل للتقنية",
      amount: 648_000,
      delivery_days: 30,
      proposal: "لدينا شهادة ISO 9001 سارية. نقدم الدعم في الموقع لمدة ثلاث سنوات بفريق مقيم في أبوظبي.",
      scores: { الجودة: [88, 92] },
      met: [true, true],
    },
    {
      supplier: "Falcon Systems LLC",
      amount: 612_500,
      delivery_days: 45,
      proposal:
        "We hold an ISO 9001 certificate. Support is given on site for one year and by phone after that.",
      scores: { الجودة: [74, 70] },
      met: [true, false],
    },
    {
      supplier: "مؤسسة الواحة للتجهيزات",
      amount: 701_000,
      delivery_days: 25,
      proposal: "نتعهد بالدعم في الموقع ثلاث سنوات، وسنحصل على شهادة ISO 9001 خلال هذا العام.",
      scores: { الجودة: [65, 71] },
      met: [false, true],
    },
  ],
};

const COOLING: DemoTender = {
  stage: "evaluated",
  input: {
    title: "Maintenance of air conditioning in 14 school buildings",
    description: "Preventive maintenance four times a year, repairs within a day, spare parts included.",
    category: "services",
    currency: "SAR",
    budget_min: 800_000,
    budget_max: 1_200_000,
    requirements: ["ISO 45001 certificate", "Repairs within 24 hours"],
    evaluation_criteria: { price: 0.4, quality: 0.35, delivery: 0.1, compliance: 0.15 },
  },
  bids: [
    {
      supplier: "شركة السواعد للمقاولات",
      amount: 945_000,
      delivery_days: 20,
      proposal: "We repair every fault within 24 hours. We hold an ISO 45001 certificate.",
      scores: { quality: [86, 82] },
      met: [true, true],
    },
    {
      supplier: "Marina Facilities Management",
      amount: 1_020_000,
      delivery_days: 14,
      proposal:
        "Two teams stand by day and night; repairs take 6 hours. ISO 45001 certificate held since 2021.",
      scores: { quality: [93, 90] },
      met: [true, true],
    },
    {
      supplier: "Gulf Clean Energy",
      amount: 410_000,
      delivery_days: 30,
      proposal: "Repairs within 72 hours by a partner of ours.",
      scores: { quality: [40, 46] },
      met: [false, false],
    },
  ],
};

const ARCHIVE: DemoTender = {
  stage: "opened",
  input: {
    title: "رقمنة أرشيف البلدية",
    description: "مسح ضوئي لستمئة ألف ورقة وفهرستها بالعربية والإنجليزية.",
    category: "services",
    currency: "QAR",
    budget_min: 300_000,
    budget_max: 420_000,
    requirements: ["تسليم خلال ١٨٠ يوماً", "فهرسة بالعربية والإنجليزية"],
    evaluation_criteria: { price: 0.45, quality: 0.4, delivery: 0.15 },
  },
  bids: [
    {
      supplier: "دار البيان للترجمة",
      amount: 365_000,
      delivery_days: 150,
      proposal: "نسلّم العمل كاملاً خلال ١٥٠ يوماً. نفهرس كل وثيقة بالعربية والإنجليزية.",
      scores: { quality: [81] },
    },
    {
      supplier: "Falcon Systems LLC",
      amount: 398_000,
      delivery_days: 170,
      proposal: "Indexing in Arabic and English; delivery within 170 days.",
      scores: { quality: [77] },
    },
  ],
};

const simpleTender = (
  stage: Stage,
  [title, description]: [string, string],
  fields: Partial<DemoTender["input"]>,
  rest: Partial<DemoTender> = {},
): DemoTender => ({
  stage,
  bids: [],
  ...rest,
  input: {
    title,
    description,
    category: "services",
    currency: "AED",
    budget_min: 0,
    budget_max: 0,
    requirements: [],
    evaluation_criteria: {},
    ...fields,
  },
});

const simple = (supplier: string, amount: number, delivery_days: number, proposal: string): DemoBid => ({
  supplier,
  amount,
  delivery_days,
  proposal,
});

export const TENDERS: DemoTender[] = [
  simpleTender("cancelled", ["Printing of the annual report 2025", "500 copies in two languages."], {
    budget_max: 40_000,
  }),
  simpleTender("unsuccessful", ["خدمات الأمن للمبنى الرئيسي", "حراسة على مدار الساعة لمدة سنة."], {
    currency: "SAR",
    budget_max: 350_000,
  }, { bids: [simple("Marina Facilities Management", 610_000, 10, "Guards day and night, for a year.")] }),
  LAPTOPS,
  COOLING,
  ARCHIVE,
  simpleTender("open", ["Solar panels for the central depot", "Design, supply and installation of 480 kW."], {
    category: "energy",
    budget_min: 1_500_000,
    budget_max: 2_100_000,
    requirements: ["ISO 14001 certificate", "Warranty of at least 10 years"],
    evaluation_criteria: { price: 0.45, quality: 0.35, delivery: 0.1, compliance: 0.1 },
  }, {
    days: 3,
    bids: [simple("Gulf Clean Energy", 1_890_000, 120, "ISO 14001 certificate. Our warranty is 12 years.")],
  }),
  simpleTender("open", [
    "ترجمة معتمدة للوثائق القانونية",
    "عقد إطاري لمدة سنتين بالعربية والإنجليزية والفرنسية.",
  ], {
    budget_max: 280_000,
    requirements: ["مترجمون معتمدون لدى وزارة العدل"],
  }, {
    days: 12,
    bids: [simple("دار البيان للترجمة", 240_000, 5, "مترجمونا معتمدون لدى وزارة العدل.")],
  }),
  simpleTender(
    "open",
    ["Electric buses for the old town", "Six buses with charging stations and driver training."],
    {
      category: "transport",
      currency: "QAR",
      budget_min: 6_000_000,
      budget_max: 9_500_000,
      requirements: ["Range of at least 250 km"],
    },
    { days: 34 },
  ),
  simpleTender("draft", ["منصة حجز المواعيد الإلكترونية", "مسودة: المتطلبات قيد المراجعة."], {
    category: "it",
  }),
];
