/** Countries by their currencies, taxes, phone codes, post codes and names of places. */
import { isBritishVat, isGermanVat, isGstin } from "./identifiers.ts";

export interface Country {
  code: string;
  currency: string;
  /** The standard VAT rate in percent; undefined without VAT or with several usual rates. */
  vat?: number;
  /** Whether invoices must have the seller's tax number. */
  needsTaxNumber?: true;
  phone: string;
  names: RegExp;
  /** Pattern of post codes in addresses. */
  post?: RegExp;
  /** Whether a text has the format of tax numbers, with valid check digits. */
  taxNumber?(text: string): "valid" | "invalid" | undefined;
}

const shape = (pattern: RegExp) => (text: string) => pattern.test(text) ? "valid" as const : undefined;
const checked = (pattern: RegExp, isValid: (text: string) => boolean) => (text: string) =>
  pattern.test(text) ? (isValid(text) ? "valid" as const : "invalid" as const) : undefined;

/** A pattern of whole words; Arabic ones may have an article or a preposition as prefix. */
function names(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:[وبلفك]|[وبفك]?ال|لل)?(?:${words})(?!\\p{L})`, "giu");
}

export const COUNTRIES: Country[] = [
  {
    code: "AE",
    currency: "AED",
    vat: 5,
    needsTaxNumber: true,
    phone: "971",
    names: names(
      "united arab emirates|uae|dubai|abu dhabi|sharjah|ajman|الإمارات|الامارات|دبي|أبوظبي|أبو ظبي|الشارقة|ras al khaimah|fujairah|umm al quwain|al ain|jebel ali|deira|mussafah|khor fakkan|عجمان|الفجيرة|رأس الخيمة|راس الخيمة|أم القيوين|جبل علي|ديرة|مصفح|خورفكان",
    ),
    taxNumber: shape(/^1\d{14}$/),
  },
  {
    code: "SA",
    currency: "SAR",
    vat: 15,
    needsTaxNumber: true,
    phone: "966",
    names: names(
      "saudi arabia|ksa|riyadh|jeddah|dammam|السعودية|الرياض|جدة|الدمام|makkah|mecca|madinah|medina|khobar|dhahran|jubail|yanbu|tabuk|abha|buraydah|qassim|taif|najran|jazan|hofuf|al ahsa|مكة المكرمة|المدينة المنورة|الظهران|الجبيل|ينبع|تبوك|أبها|القصيم|عنيزة|الطائف|حائل|نجران|جازان|جيزان|الأحساء|الهفوف|خميس مشيط|القطيف",
    ),
    taxNumber: shape(/^3\d{13}3$/),
  },
  {
    code: "QA",
    currency: "QAR",
    phone: "974",
    names: names(
      "qatar|doha|lusail|قطر|الدوحة|لوسيل|al wakrah?|al rayyan|al khor|umm salal|mesaieed|الوكرة|الريان|الخور|أم صلال|مسيعيد",
    ),
    taxNumber: shape(/^\d{10}$/),
  },
  {
    code: "OM",
    currency: "OMR",
    vat: 5,
    needsTaxNumber: true,
    phone: "968",
    names: names(
      "oman|muscat|salalah|sohar|عمان|مسقط|صلالة|صحار|nizwa|ibri|barka|seeb|ruwi|rusayl|duqm|buraimi|sultanate of oman|نزوى|عبري|بركاء|السيب|روي|الرسيل|الدقم|البريمي|سلطنة عمان",
    ),
    taxNumber: shape(/^OM\d{10}$/),
  },
  {
    code: "KW",
    currency: "KWD",
    phone: "965",
    names: names(
      "kuwait(?: city)?|الكويت|hawall[iy]|salmiya|farwaniya|jahra|shuwaikh|ahmadi|fahaheel|mangaf|حولي|السالمية|الفروانية|الجهراء|الشويخ|الأحمدي|الاحمدي|الفحيحيل|مبارك الكبير",
    ),
  },
  {
    code: "BH",
    currency: "BHD",
    vat: 10,
    needsTaxNumber: true,
    phone: "973",
    names: names(
      "bahrain|manama|muharraq|البحرين|المنامة|المحرق|riffa|sitra|hidd|isa town|hamad town|tubli|budaiya|الرفاع|سترة|مدينة عيسى|مدينة حمد|توبلي|البديع",
    ),
    taxNumber: shape(/^2\d{14}$/),
  },
  {
    code: "EG",
    currency: "EGP",
    vat: 14,
    phone: "20",
    names: names(
      "egypt|cairo|alexandria|giza|port said|mansoura|tanta|مصر|القاهرة|الإسكندرية|الاسكندرية|الجيزة|بورسعيد|المنصورة|طنطا|أسيوط|الزقازيق|damietta|suez|ismailia|luxor|aswan|hurghada|fayoum|sohag|damanhour|6th of october|دمياط|السويس|الإسماعيلية|الاسماعيلية|الأقصر|أسوان|اسوان|الغردقة|الفيوم|سوهاج|دمنهور|بنها|شبين الكوم|كفر الشيخ|مدينة نصر|السادس من أكتوبر",
    ),
    taxNumber: shape(/^\d{9}$/),
  },
  {
    code: "GB",
    currency: "GBP",
    vat: 20,
    phone: "44",
    names: names(
      "united kingdom|england|scotland|wales|london|leeds|manchester|birmingham|المملكة المتحدة|لندن",
    ),
    taxNumber: checked(/^(?:GB)?\d{9}(?:\d{3})?$/, isBritishVat),
  },
  {
    code: "DE",
    currency: "EUR",
    vat: 19,
    phone: "49",
    names: names("germany|deutschland|berlin|bremen|hamburg|münchen|munich|frankfurt|ألمانيا|برلين"),
    taxNumber: checked(/^DE\d{9}$/, isGermanVat),
  },
  {
    code: "IN",
    currency: "INR",
    phone: "91",
    names: names("india|mumbai|pune|delhi|bengaluru|bangalore|chennai|hyderabad|الهند|بونا|مومباي"),
    taxNumber: checked(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, isGstin),
  },
  {
    code: "US",
    currency: "USD",
    phone: "1",
    names: names("usa|united states|new york|california|texas"),
    post: /(?<!\p{L})[A-Z]{2} \d{5}(?:-\d{4})?(?!\d)/gu,
  },
  {
    code: "FR",
    currency: "EUR",
    vat: 20,
    phone: "33",
    names: names("france|paris|lyon|marseille|فرنسا|باريس"),
    taxNumber: shape(/^FR[A-Z\d]{2}\d{9}$/),
  },
  {
    code: "JO",
    currency: "JOD",
    vat: 16,
    phone: "962",
    names: names(
      "jordan|amman|irbid|zarqa|aqaba|الأردن|الأردنية|إربد|اربد|الزرقاء|العقبة|سحاب|عجلون|madaba|karak|jerash|mafraq|مادبا|الكرك|جرش|الطفيلة|السلط",
    ),
  },
  {
    code: "MA",
    currency: "MAD",
    vat: 20,
    phone: "212",
    names: names(
      "morocco|casablanca|rabat|marrakech|tangier|fez|المغرب|المغربية|التعريف الموحد للمقاولة|الدار البيضاء|الرباط|مراكش|طنجة|فاس|agadir|meknes|oujda|tetouan|أكادير|اكادير|مكناس|وجدة|تطوان|القنيطرة|يوليوز|غشت|شتنبر|نونبر|دجنبر|kenitra|el jadida|nador|taza|beni mellal|laayoune|essaouira|آسفي|الناظور|تازة|خريبكة|بني ملال|العيون|الصويرة|تمارة",
    ),
  },
  {
    code: "CH",
    currency: "CHF",
    vat: 8.1,
    phone: "41",
    names: names("switzerland|zurich|zürich|geneva|basel|bern|سويسرا|جنيف|زيورخ"),
    taxNumber: shape(/^CHE\d{9}(?:MWST|TVA|IVA|VAT)?$/),
  },
  {
    code: "TN",
    currency: "TND",
    vat: 19,
    phone: "216",
    names: names(
      "tunisia|tunis|sfax|sousse|تونس|صفاقس|سوسة|bizerte|monastir|gabes|nabeul|kairouan|mahdia|gafsa|ariana|ben arous|بنزرت|المنستير|قابس|نابل|القيروان|قفصة|أريانة|بن عروس|جربة",
    ),
  },
  {
    code: "DZ",
    currency: "DZD",
    vat: 19,
    phone: "213",
    names: names(
      "algeria|algiers|constantine|oran|الجزائر|وهران|قسنطينة|عنابة|سطيف|annaba|setif|blida|batna|tlemcen|bejaia|tizi ouzou|mostaganem|البليدة|باتنة|تلمسان|بجاية|تيزي وزو|المسيلة|بسكرة|مستغانم|الشلف|غرداية|تيارت|الجلفة",
    ),
  },
  {
    code: "IQ",
    currency: "IQD",
    phone: "964",
    names: names(
      "iraq|baghdad|basra|erbil|mosul|kirkuk|najaf|karbala|sulaymaniyah|العراق|عراقي|العراقية|بغداد|البصرة|أربيل|الموصل|كركوك|النجف|كربلاء|السليمانية|الحلة|الناصرية|duhok|anbar|diyala|دهوك|الأنبار|الانبار|ديالى|سامراء|الديوانية",
    ),
  },
  { code: "KE", currency: "KES", vat: 16, phone: "254", names: names("kenya|nairobi|mombasa|kisumu|nakuru") },
  { code: "SG", currency: "SGD", vat: 9, phone: "65", names: names("singapore") },
  {
    code: "AU",
    currency: "AUD",
    vat: 10,
    phone: "61",
    names: names("australia|sydney|melbourne|brisbane"),
    post: /(?<!\p{L})(?:NSW|VIC|QLD|WA|TAS|ACT) \d{4}(?!\d)/gu,
  },
  {
    code: "CA",
    currency: "CAD",
    phone: "1",
    names: names("canada|toronto|ontario|vancouver|montreal"),
    post: /(?<!\p{L})[A-Z]\d[A-Z] ?\d[A-Z]\d(?!\d)|(?<=,? )(?:BC|ON|QC|AB|MB|SK|NS|NB)(?= |$|,)/gmu,
  },
  { code: "NZ", currency: "NZD", vat: 15, phone: "64", names: names("new zealand|auckland|wellington") },
  { code: "ZA", currency: "ZAR", vat: 15, phone: "27", names: names("south africa|johannesburg|cape town") },
  { code: "NG", currency: "NGN", phone: "234", names: names("nigeria|lagos|abuja") },
  { code: "MY", currency: "MYR", phone: "60", names: names("malaysia|kuala lumpur|penang") },
  {
    code: "PK",
    currency: "PKR",
    phone: "92",
    names: names(
      "pakistan|karachi|lahore|islamabad|rawalpindi|faisalabad|multan|peshawar|sialkot|باكستان|كراتشي|لاهور",
    ),
  },
  { code: "LK", currency: "LKR", vat: 18, phone: "94", names: names("sri lanka|colombo|سريلانكا") },
  { code: "NP", currency: "NPR", vat: 13, phone: "977", names: names("nepal|kathmandu|نيبال") },
  { code: "BD", currency: "BDT", vat: 15, phone: "880", names: names("bangladesh|dhaka|chittagong|بنغلاديش") },
  { code: "PH", currency: "PHP", vat: 12, phone: "63", names: names("philippines|manila|cebu|الفلبين") },
  { code: "ET", currency: "ETB", vat: 15, phone: "251", names: names("ethiopia|addis ababa|إثيوبيا") },
  { code: "UG", currency: "UGX", vat: 18, phone: "256", names: names("uganda|kampala|أوغندا") },
  { code: "TZ", currency: "TZS", vat: 18, phone: "255", names: names("tanzania|dar es salaam|تنزانيا") },
  { code: "GH", currency: "GHS", phone: "233", names: names("ghana|accra|غانا") },
  { code: "IE", currency: "EUR", vat: 23, phone: "353", names: names("ireland|dublin|cork|galway") },
  { code: "ES", currency: "EUR", vat: 21, phone: "34", names: names("spain|madrid|barcelona|españa") },
  { code: "IT", currency: "EUR", vat: 22, phone: "39", names: names("italy|milan|milano|italia") },
  { code: "NL", currency: "EUR", vat: 21, phone: "31", names: names("netherlands|amsterdam|rotterdam") },
  {
    code: "LY",
    currency: "LYD",
    phone: "218",
    names: names(
      "libya|tripoli|benghazi|ليبيا|طرابلس|بنغازي|misrata|sabha|tobruk|مصراتة|سبها|طبرق|درنة|أجدابيا|اجدابيا",
    ),
  },
  {
    code: "YE",
    currency: "YER",
    phone: "967",
    names: names("yemen|sanaa|aden|اليمن|صنعاء|عدن|taiz|hodeidah|mukalla|تعز|الحديدة|المكلا|حضرموت"),
  },
  {
    code: "SD",
    currency: "SDG",
    phone: "249",
    names: names("sudan|khartoum|السودان|الخرطوم|omdurman|port sudan|أم درمان|بورتسودان|ود مدني"),
  },
  {
    code: "SY",
    currency: "SYP",
    phone: "963",
    names: names(
      "syria|damascus|سوريا|سورية|دمشق|حلب|aleppo|homs|latakia|tartus|حماة|اللاذقية|طرطوس|درعا|السويداء|دير الزور",
    ),
  },
  {
    code: "PS",
    currency: "ILS",
    vat: 16,
    phone: "970",
    names: names(
      "palestine|ramallah|nablus|hebron|gaza|bethlehem|jenin|tulkarm|al-?bireh|فلسطين|رام الله|نابلس|غزة|بيت لحم|جنين|طولكرم|قلقيلية|البيرة|بيرزيت",
    ),
  },
  {
    code: "MR",
    currency: "MRU",
    vat: 16,
    phone: "222",
    names: names("mauritania|nouakchott|nouadhibou|موريتانيا|نواكشوط|نواذيبو"),
  },
  {
    code: "LB",
    currency: "LBP",
    vat: 11,
    phone: "961",
    names: names(
      "lebanon|beirut|لبنان|بيروت|sidon|saida|jounieh|zahle|baabda|jbeil|byblos|nabatieh|baalbek|صيدا|جونية|زحلة|بعبدا|جبيل|النبطية|بعلبك",
    ),
  },
  {
    code: "TR",
    currency: "TRY",
    vat: 20,
    phone: "90",
    names: names("turkey|türkiye|istanbul|ankara|izmir|تركيا|إسطنبول|أنقرة"),
  },
];

export function countryOf(code: string | undefined): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}
