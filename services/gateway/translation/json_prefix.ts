/** Whether `text` is the beginning of a JSON object, or one. */
export function isObjectPrefix(text: string): boolean {
  if (text.trim() === "") return true;
  if (!text.trimStart().startsWith("{")) return false;
  const { closers, inString } = openIn(text);
  if (inString) {
    const whole = text.replace(/(\\u[\da-fA-F]{0,3}|(?<=(?:^|[^\\])(?:\\\\)*)\\)$/, "");
    return ['"', '":null'].some((end) => parses(whole + end + closers));
  }
  // A literal or number that is cut off.
  const whole = text.replace(
    /[a-z]+$/,
    (word) => /^(t(r(u)?)?|f(a(l(s)?)?)?|n(u(l)?)?)$/.test(word) ? "null" : word,
  )
    .replace(/-?(\d+\.?\d*[eE][+-]?|\d+\.|-)$/, "0");
  return ["", "null", ":null", '"":null'].some((end) => parses(whole + end + closers));
}

/** The brackets that close what is open at the end of `text`. */
function openIn(text: string): { closers: string; inString: boolean } {
  let closers = "";
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{") closers = `}${closers}`;
    else if (letter === "[") closers = `]${closers}`;
    else if (letter === "}" || letter === "]") closers = closers.slice(1);
  }
  return { closers, inString };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
