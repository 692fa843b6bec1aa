/** Names of countries and of their people, in both languages. */
import { COUNTRIES } from "../values/countries.ts";

/** Countries and parts of them with laws of their own. */
const LATIN_NAMES =
  "united arab emirates|u\\.?a\\.?e\\.?|saudi arabia|ksa|qatar|oman|kuwait|bahrain|yemen|iraq|syria|jordan|lebanon|palestine|egypt|sudan|south sudan|libya|tunisia|algeria|morocco|mauritania|somalia|djibouti|comoros|turkey|t[üu]rkiye|iran|afghanistan|pakistan|india|bangladesh|sri lanka|nepal|maldives|bhutan|myanmar|thailand|malaysia|singapore|indonesia|philippines|vietnam|cambodia|laos|china|hong kong|taiwan|japan|(?:south )?korea|mongolia|russia|ukraine|belarus|poland|germany|france|spain|portugal|italy|greece|cyprus|malta|austria|switzerland|belgium|netherlands|luxembourg|denmark|sweden|norway|finland|iceland|ireland|northern ireland|united kingdom|u\\.?k\\.?|great britain|england|wales|scotland|czech republic|czechia|slovakia|hungary|romania|bulgaria|serbia|croatia|slovenia|bosnia|albania|estonia|latvia|lithuania|georgia|armenia|azerbaijan|kazakhstan|uzbekistan|kenya|uganda|tanzania|rwanda|burundi|ethiopia|eritrea|ghana|nigeria|senegal|mali|niger|chad|cameroon|ivory coast|c[ôo]te d['’]ivoire|benin|togo|gambia|guinea|sierra leone|liberia|angola|zambia|zimbabwe|malawi|mozambique|botswana|namibia|south africa|lesotho|eswatini|madagascar|mauritius|seychelles|united states(?: of america)?|u\\.?s\\.?a\\.?|canada|mexico|brazil|argentina|chile|peru|colombia|australia|new zealand|fiji|dubai|abu dhabi|sharjah|ajman|fujairah|ras al khaimah|umm al quwain|difc|adgm|qfc|(?:new york|delaware|california|texas|florida|illinois|ohio|minnesota|oregon|washington|colorado|michigan|pennsylvania|massachusetts|virginia|arizona|nevada|wisconsin|iowa|kansas|utah|maine)|victoria|new south wales|queensland|tasmania|western australia|south australia|ontario|qu[ée]bec|alberta|british columbia|manitoba";
const ARABIC_NAMES =
  "ال[إا]مارات(?: العربية المتحدة)?|السعودية|قطر|عُ?مان|الكويت|البحرين|اليمن|العراق|سوريا?ة?|ال[أا]ردن|لبنان|فلسطين|مصر|السودان|ليبيا|تونس|الجزائر|المغرب|موريتانيا|الصومال|تركيا|[إا]يران|باكستان|الهند|بنغلاديش|سريلانكا|نيبال|الفلبين|[إا]ندونيسيا|ماليزيا|سنغافورة|الصين|اليابان|روسيا|[أا]وكرانيا|[أا]لمانيا|فرنسا|[إا]سبانيا|[إا]يطاليا|اليونان|بريطانيا|[إا]نجلترا(?: وويلز)?|المملكة المتحدة|[أا]يرلندا|هولندا|بلجيكا|السويد|كينيا|[إا]ثيوبيا|نيجيريا|غانا|السنغال|جنوب [إا]فريقيا|[أا]مريكا|الولايات المتحدة(?: الأمريكية)?|كندا|[أا]ستراليا|دبي|[أا]بوظبي|[أا]بو ظبي|الشارقة";
const STATE =
  "(?:the )?(?:(?:federal |islamic |hashemite |arab )*(?:republic|kingdom|state|sultanate|emirate|province|federation|commonwealth)(?: of)? (?:the )?)?";
const ARABIC_STATE = "(?:(?:ال)?(?:دولة|مملكة|جمهورية|سلطنة|إمارة|امارة|ولاية) )?";

/** People by the countries they are from. */
const LATIN_PEOPLE =
  "emirati|saudi(?: arabian)?|qatari|omani|kuwaiti|bahraini|yemeni|iraqi|syrian|jordanian|lebanese|palestinian|egyptian|sudanese|south sudanese|libyan|tunisian|algerian|moroccan|mauritanian|somali|djiboutian|comorian|turkish|iranian|afghan|pakistani|indian|bangladeshi|sri lankan|nepali|nepalese|maldivian|bhutanese|burmese|thai|malaysian|singaporean|indonesian|filipin[oa]|philippine|vietnamese|cambodian|laotian|chinese|taiwanese|japanese|(?:south )?korean|mongolian|russian|ukrainian|belarusian|polish|german|french|spanish|portuguese|italian|greek|cypriot|maltese|austrian|swiss|belgian|dutch|danish|swedish|norwegian|finnish|icelandic|irish|northern irish|british|english|welsh|scottish|czech|slovak|hungarian|romanian|bulgarian|serbian|croatian|slovenian|bosnian|albanian|estonian|latvian|lithuanian|georgian|armenian|azerbaijani|kazakh|uzbek|tajik|kyrgyz|turkmen|kenyan|ugandan|tanzanian|rwandan|burundian|ethiopian|eritrean|ghanaian|nigerian|senegalese|malian|nigerien|chadian|cameroonian|ivorian|beninese|togolese|gambian|guinean|liberian|angolan|zambian|zimbabwean|malawian|mozambican|botswanan|namibian|south african|malagasy|mauritian|american|canadian|mexican|brazilian|argentin(?:e|ian)|chilean|peruvian|colombian|venezuelan|cuban|jamaican|australian|new zealander?|fijian";
const ARABIC_PEOPLE =
  "[إا]ماراتي|سعودي|قطري|عُ?ماني|كويتي|بحريني|يمني|عراقي|سوري|[أا]ردني|لبناني|فلسطيني|مصري|سوداني|ليبي|تونسي|جزائري|مغربي|موريتاني|صومالي|جيبوتي|تركي|[إا]يراني|[أا]فغاني|باكستاني|هندي|بنغلاديشي|بنغالي|سريلانكي|نيبالي|فلبيني|[إا]ندونيسي|ماليزي|سنغافوري|صيني|ياباني|كوري|روسي|[أا]وكراني|بولندي|[أا]لماني|فرنسي|[إا]سباني|برتغالي|[إا]يطالي|يوناني|قبرصي|نمساوي|سويسري|بلجيكي|هولندي|دنماركي|سويدي|نرويجي|بريطاني|[إا]نجليزي|[أا]يرلندي|كيني|[أا]وغندي|[إا]ثيوبي|[إا]ريتري|نيجيري|غاني|سنغالي|جنوب [أا]فريقي|[أا]م[ي]?ريكي|كندي|برازيلي|[أا]سترالي";

const COUNTRY = new RegExp(
  `^(?:${STATE}(?:${LATIN_NAMES})(?: and (?:${LATIN_NAMES}))?|${ARABIC_STATE}(?:${ARABIC_NAMES}|(?:ال)?(?:${ARABIC_PEOPLE})[ةه]?(?: السعودية)?|العربية السعودية)(?: (?:الهاشمية|العربية|الاتحادية|الشقيقة))?)$`,
  "iu",
);
const PEOPLE = new RegExp(
  `^(?:(?:${LATIN_PEOPLE})|(?:ال)?(?:${ARABIC_PEOPLE})[ةه]?)$`,
  "iu",
);
const WITHIN = new RegExp(
  `(?<!\\p{L})(?:${LATIN_NAMES}|${LATIN_PEOPLE}|و?(?:ب|ل)?(?:${ARABIC_NAMES}|العربية السعودية|(?:ال|لل)?(?:${ARABIC_PEOPLE})[ةه]?))(?!\\p{L})`,
  "iu",
);

/** Codes of nationalities in machine-readable zones: "IND". */
const CODE = /^[A-Z]{3}$/;

/** Whether a text is the name of a country and nothing else. */
export function isCountry(text: string): boolean {
  return COUNTRY.test(text.trim());
}

/** Whether a text is a nationality: a country, its people, or its code; a text in both languages has two. */
export function isNationality(text: string): boolean {
  const parts = text.replace(/ (?:citizen|national)$/iu, "").split(
    /\s*[/|]\s*|(?<=\p{Script=Latin})\s+(?=\p{Script=Arabic})|(?<=\p{Script=Arabic})\s+(?=\p{Script=Latin})/u,
  );
  return parts.every((part) => CODE.test(part) || COUNTRY.test(part.trim()) || PEOPLE.test(part.trim()));
}

/** Whether a text names a country or a place in one. */
export function namesCountry(text: string): boolean {
  return WITHIN.test(text) || COUNTRIES.some(({ names }) => text.search(names) >= 0);
}
