/**
 * English verbs with which a bidder states a possession, property or action in any trade, without verbs of
 * wishing, asking and lending.
 */

const IRREGULAR =
  "expire expires end ends have has had hold holds held own is are be been am stand stands stood keep keeps kept give gives gave given make makes made " +
  "build built run runs ran do does done undertake undertakes undertook undertaken send sends sent lay lays laid lie lies take " +
  "takes took taken teach teaches taught wrote written speak speaks spoke bring brings brought come comes came go " +
  "goes grow grows grew grown sew sews sewed sewn weave weaves wove woven cut cuts drive drives drove driven fly flies flew " +
  "flown draw draws drew drawn feed feeds fed fits fitted bind binds bound sit sits put puts pay pays paid meet meets met " +
  "wear wears lead leads led set sets hang hangs hung spray sprays began shut shuts stay stays " +
  "stayed tell tells told get gets got print prints dig digs dug shoot shoots shot " +
  "bake bakes baked employ employs employed deploy deploys deployed display displays convey conveys survey surveys surveyed " +
  "supply supplies supplied carry carries carried comply complies complied apply applies applied certify certifies certified " +
  "copy copies copied dry dries dried empty empties emptied fry verify verifies verified notify notifies notified identify " +
  "identifies rectify rectifies rectified specify specifies occupy occupies qualify accompany accompanies fulfil fulfils fulfilled " +
  "instal instals install installs installed tow tows towed";

/** Regular verbs; their forms are derived. */
const REGULAR =
  "offer provide deliver grant maintain operate use enclose submit attach guarantee commit ensure assign appoint include cover " +
  "contain perform complete execute implement respond host train repair issue possess remain manage clean place accept agree " +
  "serve work weigh comprise list remove change amount receive measure last cost consume enter confirm renew gain obtain pass " +
  "refuse reject allocate dedicate handle inspect test check audit review monitor record report document archive store stock " +
  "house park transport ship move transfer collect load unload offload pack package wrap label mark sort count assemble mount " +
  "erect fix weld paint coat line insulate seal tile pave surface asphalt excavate drill pour cast mix cure level survey design " +
  "engineer draft model calculate program code develop configure integrate migrate back encrypt protect secure guard patrol " +
  "watch staff man recruit screen vet supervise coach instruct educate lecture interpret translate proofread edit revise print " +
  "publish photograph film scan digitise digitize index catalogue frame sign seal stamp notarise notarize register license " +
  "licence accredit classify rate grade calibrate adjust tune service overhaul lubricate replace restore refill recharge fill " +
  "pump drain treat filter purify disinfect sterilise sterilize sanitise sanitize wash launder iron press fold sweep vacuum " +
  "polish dust mop shred dispose recycle compost incinerate plant water prune mow trim harvest fertilise fertilize vaccinate " +
  "examine diagnose nurse care cook prepare roast grill bake serve cater plate chill freeze refrigerate cool heat ventilate " +
  "air-condition light power connect wire cable splice charge generate produce manufacture fabricate machine mill turn forge " +
  "knit stitch tailor embroider dye furnish equip outfit arm fence enclose cover shade roof glaze decorate upholster carpet " +
  "answer reply attend visit call arrive reach return reserve book schedule dispatch despatch route track trace locate " +
  "start launch mobilise mobilize finish hand transmit upload download display feature support back insure " +
  "underwrite indemnify secure warrant repay refund reimburse credit invoice bill quote price total number exceed equal rank " +
  "consist reach lift hoist raise carry pull push tow salvage rescue dive sail pilot land fly load fuel refuel " +
  "lubricate bunker moor berth dredge blast quarry crush screen grade compact demolish dismantle clear strip relocate resettle " +
  "analyse analyze sample assay certify validate approve complete practise practice specialise specialize " +
  "belong enjoy boast house accommodate lodge clothe uniform feed nurture tutor assess evaluate score moderate rotate relieve " +
  "oversee coordinate liaise administer process settle reconcile present pledge undertake keep " +
  "deploy inform update alert warn log capture protect preserve conserve retain delete destroy erase wipe sanction exclude " +
  "waive absorb bear control eliminate prevent avoid stop detect extinguish evacuate hand distribute allot exhibit";

function inflected(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(verb) ? [`${verb}${verb.at(-1)}ed`] : [];
  const third = /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [verb, third, `${stem}ed`, ...doubled];
}

const VERBS = new Set([...IRREGULAR.split(" "), ...REGULAR.split(" ").flatMap(inflected)]);
const NOUNS_TOO = new Set(REGULAR.split(" "));
const HAVING =
  /^(?:has|have|hold|holds|own|owns|possess|possesses|is|are|am|be|been|employs?|operates?|runs?|keeps?|maintains?|includes?|carry|carries|enclosed?|attach(?:ed)?|submit(?:ted)?|registered|certified|licen[cs]ed|accredited|insured|covered|covers?|works?|serves?|obtained|renewed|gained|received|passed|contains?|comprises?|houses?|stands?|lies|sits|complies|comply|meets?|stays|remains|lasts|expires?|ends|amounts?|bears?|belongs|numbers|consists|provides?|offers?|assign|assigned|appointed|done|carried|located)$/;

/** Whether an English word is such a verb; `before` is the word before it. */
export function isActionVerb(word: string, before = ""): boolean {
  if (!VERBS.has(word) || before === "to") return false;
  // `staff` and `plant` are verbs only after `we`, and the participle in `our licensed pilot` is an
  // adjective.
  if (NOUNS_TOO.has(word)) {
    return before === "" || /^(?:we|will|shall|and|also|\w+ly|hereby|they)$/.test(before);
  }
  return !/ed$/.test(word) || !/^(?:our|the|an?|all|each|every|of|with|by)$/.test(before);
}

/** Whether a verb states a possession rather than an action. */
export function isPossessionVerb(word: string): boolean {
  return HAVING.test(word);
}
