/** The look of text in a Word document: its own properties over those of its styles (ECMA-376, 17.3.2 and 17.7.2). */
import { attribute, childrenOf, isOn, nameOf, type Node, parse, propertiesOf } from "./docx_xml.ts";

/** Properties of text; undefined ones are inherited. */
export interface Look {
  vanish?: boolean;
  /** Hexadecimal, or "auto", which always differs from the background. */
  colour?: string;
  /** Without fill, or nearly transparent. */
  isClear?: boolean;
  isOutlined?: boolean;
  /** Half points, and those of text in a complex script such as Arabic. */
  size?: number;
  complexSize?: number;
  isComplex?: boolean;
  /** Percent of the usual width of letters. */
  width?: number;
  /** The colour behind it, hexadecimal, or "unknown". */
  ground?: string;
  /** Exact height of lines in twentieths of a point. */
  lineHeight?: number;
}

/** Looks by style. */
export interface Looks {
  paragraph(style: string | undefined): Look;
  character(style: string | undefined): Look;
}

/** Longest chain of styles that are based on each other. */
const LONGEST_CHAIN = 20;
/** Share of transparency, in thousandths of a percent, from which ink is nearly transparent, as in PDFs. */
const FAINT = 76_000;
/** Colours of the usual theme that differ between documents only by their names. */
const THEMED: Record<string, string> = {
  background1: "FFFFFF",
  light1: "FFFFFF",
  text1: "000000",
  dark1: "000000",
};
/** Colours of a highlighter (17.18.40). */
const HIGHLIGHTS: Record<string, string> = {
  black: "000000",
  blue: "0000FF",
  cyan: "00FFFF",
  darkBlue: "000080",
  darkCyan: "008080",
  darkGray: "808080",
  darkGreen: "008000",
  darkMagenta: "800080",
  darkRed: "800000",
  darkYellow: "808000",
  green: "00FF00",
  lightGray: "C0C0C0",
  magenta: "FF00FF",
  red: "FF0000",
  white: "FFFFFF",
  yellow: "FFFF00",
};

export function looksOf(styles: Uint8Array | undefined): Looks {
  const all = styles ? parse(styles).filter((node) => nameOf(node) === "w:styles").flatMap(childrenOf) : [];
  const byId = new Map<string, Node>();
  for (const style of all.filter((node) => nameOf(node) === "w:style")) {
    byId.set(attribute([style], "w:style", "w:styleId") ?? "", style);
  }
  const usual = all.find((node) =>
    attribute([node], "w:style", "w:default") === "1" &&
    attribute([node], "w:style", "w:type") === "paragraph"
  );
  const first = lookOf(
    all.filter((node) => nameOf(node) === "w:docDefaults").flatMap((node) =>
      propertiesOf(node, "w:rPrDefault")
    )
      .flatMap((node) => nameOf(node) === "w:rPr" ? childrenOf(node) : []),
  );
  const known = new Map<Node, Look>();

  function chain(style: Node | undefined, left = LONGEST_CHAIN): Look {
    if (!style || left === 0) return {};
    const before = known.get(style);
    if (before) return before;
    const base = byId.get(attribute(childrenOf(style), "w:basedOn") ?? "");
    const own = { ...paragraphLook(propertiesOf(style, "w:pPr")), ...lookOf(propertiesOf(style, "w:rPr")) };
    const look = over(chain(base, left - 1), own);
    known.set(style, look);
    return look;
  }

  return {
    paragraph: (id) => over(first, chain(id === undefined ? usual : byId.get(id))),
    character: (id) => id === undefined ? {} : chain(byId.get(id)),
  };
}

/** The look with the properties of another one over it. */
export function over(under: Look, own: Look): Look {
  return { ...under, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) };
}

/** Properties of a run, or of a style's runs. */
export function lookOf(properties: Node[]): Look {
  const size = numberOf(attribute(properties, "w:sz"));
  const complexSize = numberOf(attribute(properties, "w:szCs"));
  const isNamed = (name: string) => properties.some((node) => nameOf(node) === name);
  return {
    vanish: isNamed("w:vanish") ? isOn(properties, "w:vanish") : undefined,
    ...inkOf(properties),
    size,
    complexSize,
    isComplex: isOn(properties, "w:rtl") || isOn(properties, "w:cs") || undefined,
    width: numberOf(attribute(properties, "w:w")),
    ground: groundOf(properties),
  };
}

/** Properties of a paragraph that decide whether its text is visible. */
export function paragraphLook(properties: Node[]): Look {
  const isExact = attribute(properties, "w:spacing", "w:lineRule") === "exact";
  return {
    ground: groundOf(properties),
    lineHeight: isExact ? numberOf(attribute(properties, "w:spacing", "w:line")) : undefined,
  };
}

function inkOf(properties: Node[]): Pick<Look, "colour" | "isClear" | "isOutlined"> {
  const theme = attribute(properties, "w:color", "w:themeColor") ?? "";
  // With a shade or a tint, the value is the colour that results.
  const isPure = ["w:themeShade", "w:themeTint"].every((key) => !attribute(properties, "w:color", key));
  const themed = isPure ? THEMED[theme] : undefined;
  const fill = propertiesOf({ "w:rPr": properties }, "w14:textFill");
  const solid = fill.filter((node) => nameOf(node) === "w14:solidFill").flatMap(childrenOf);
  const alpha = Number(attribute(solid.flatMap(childrenOf), "w14:alpha", "w14:val") ?? "0");
  const outline = propertiesOf({ "w:rPr": properties }, "w14:textOutline");
  const isDrawn = outline.some((node) => /(?:solid|grad)Fill$/.test(nameOf(node)));
  return {
    colour: attribute(solid, "w14:srgbClr", "w14:val") ?? themed ?? attribute(properties, "w:color"),
    isClear: fill.length === 0
      ? undefined
      : alpha >= FAINT || fill.some((node) => nameOf(node) === "w14:noFill"),
    isOutlined: isDrawn || isOn(properties, "w:outline") || undefined,
  };
}

/** The background that properties of text, a cell or a table give; undefined without one. */
export function groundOf(properties: Node[]): string | undefined {
  const highlight = HIGHLIGHTS[attribute(properties, "w:highlight") ?? ""];
  if (highlight !== undefined) return highlight;
  if (!properties.some((node) => nameOf(node) === "w:shd")) return undefined;
  const pattern = attribute(properties, "w:shd") ?? "clear";
  const colour = attribute(properties, "w:shd", pattern === "solid" ? "w:color" : "w:fill") ?? "auto";
  if (pattern !== "solid" && pattern !== "clear" && pattern !== "nil") return "unknown";
  if (/^[0-9a-f]{6}$/i.test(colour) && pattern !== "nil") return colour;
  return pattern === "solid" || attribute(properties, "w:shd", "w:themeFill") ? "unknown" : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text ?? "");
  return text === undefined || Number.isNaN(number) ? undefined : number;
}
