// Ticks and emoji, flags with their parts, skin tones and joiners; signs that carry meaning in a text (©, ♀, ♥, ♯) are none.
const PICTURE =
  /^(?:[\p{Emoji_Presentation}\p{Regional_Indicator}\p{Emoji_Modifier}\u{E0020}-\u{E007F}\u200D\uFE0F✓]|(?![\0-\u22FF♀♂♠♣♥♦♾])\p{Emoji})$/u;
const VARIANT = "\uFE0F";
/** These say that what they stand with is wrong or in doubt. */
const DOUBTING = /[❌❎✖✗✘✕🚫⛔👎🙅🤷🤔❓❔☒☐]/u;
const HOLDS_PICTURE = /[\p{Emoji_Presentation}\p{Regional_Indicator}\p{Extended_Pictographic}✓✔☑]/u;
const BETWEEN = /^[\s.!،,؛;:*_۔-]$/u;
// More pictures than these are no ornament.
const MOST_CHARACTERS = 60;

/** Whether a text holds a picture at all. */
export function holdsPicture(text: string): boolean {
  return HOLDS_PICTURE.test(text);
}

/**
 * An answer without ticks, flags and other pictures before and after its words; as it is where the reference holds
 * pictures too, where nothing else is left, or where a cross or another sign of doubt is among them.
 */
export function withoutPictures(text: string, reference: string): string {
  if (!HOLDS_PICTURE.test(text) || HOLDS_PICTURE.test(reference)) return text;
  const letters = [...text];
  const start = picturesEnd(letters.slice(0, MOST_CHARACTERS));
  const end = letters.length - picturesEnd(letters.slice(-MOST_CHARACTERS).reverse());
  const kept = letters.slice(start, end).join("");
  const dropped = [...letters.slice(0, start), ...letters.slice(end)].join("");
  return kept.trim() === "" || DOUBTING.test(dropped) ? text : kept;
}

/** How many characters from the first belong to pictures; none where marks alone stand there. */
function picturesEnd(letters: string[]): number {
  let last = 0;
  for (const [at, letter] of letters.entries()) {
    // A sign that asks to be shown as a picture; the list may run backwards.
    const asked = [letters[at - 1], letters[at + 1]].includes(VARIANT) && HOLDS_PICTURE.test(letter);
    if (asked || PICTURE.test(letter)) last = at + 1;
    else if (!BETWEEN.test(letter)) break;
  }
  return last;
}
