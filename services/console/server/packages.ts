/**
 * Files of npm packages that the browser gets. Their imports are literal, so that they work without a folder of
 * packages and get into a compiled binary.
 */
import { VERSIONS } from "./versions.ts";

/** A file of a package. */
export interface PackageFile {
  /** Its address, which names the version and may be cached for ever. */
  address: string;
  /** The bare name by which browser code imports it. */
  imported?: string;
  /** Its content. */
  read(): Promise<Uint8Array | string>;
}

const npm = (name: keyof typeof VERSIONS, file: string) => `/npm/${name}@${VERSIONS[name]}/${file}`;

type Text = { default: string };
type Bytes = { default: Uint8Array };
const text = async (module: Promise<Text>) => (await module).default;
const bytes = async (module: Promise<Bytes>) => (await module).default;

export const SCRIPTS: PackageFile[] = [
  {
    address: npm("preact", "preact.js"),
    imported: "preact",
    read: () => text(import("preact", { with: { type: "text" } })),
  },
  {
    address: npm("preact", "hooks.js"),
    imported: "preact/hooks",
    read: () => text(import("preact/hooks", { with: { type: "text" } })),
  },
  {
    address: npm("preact", "jsx-runtime.js"),
    imported: "preact/jsx-runtime",
    read: () => text(import("preact/jsx-runtime", { with: { type: "text" } })),
  },
  {
    address: npm("@preact/signals", "signals.js"),
    imported: "@preact/signals",
    read: () => text(import("@preact/signals", { with: { type: "text" } })),
  },
  {
    address: npm("@preact/signals-core", "signals-core.js"),
    imported: "@preact/signals-core",
    read: () => text(import("@preact/signals-core", { with: { type: "text" } })),
  },
  {
    address: npm("uplot", "uplot.js"),
    imported: "uplot",
    // The package's own module is not minified.
    read: async () =>
      `${await text(
        import("uplot/dist/uPlot.iife.min.js", { with: { type: "text" } }),
      )}\nexport default uPlot;`,
  },
];

/** Files of `lib/` that browser code imports by these names. */
export const LIBRARY = [
  { name: "lib/csv.ts", read: () => text(import("lib/csv.ts", { with: { type: "text" } })) },
  { name: "lib/wav.ts", read: () => text(import("lib/wav.ts", { with: { type: "text" } })) },
];

export const STYLES = [
  () => text(import("@picocss/pico/css/pico.min.css", { with: { type: "text" } })),
  () => text(import("uplot/dist/uPlot.min.css", { with: { type: "text" } })),
];

/** A font file, by the alphabet and weight it holds. */
export interface Font extends PackageFile {
  alphabet: "arabic" | "latin";
  weight: 400 | 600;
  range: string;
}

const ARABIC =
  "U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC";
const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";

const font = (alphabet: Font["alphabet"], weight: Font["weight"], read: () => Promise<Bytes>): Font => ({
  address: npm("@fontsource/ibm-plex-sans-arabic", `${alphabet}-${weight}.woff2`),
  alphabet,
  weight,
  range: alphabet === "arabic" ? ARABIC : LATIN,
  read: () => bytes(read()),
});

export const FONTS: Font[] = [
  font(
    "arabic",
    400,
    () =>
      import("@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2", {
        with: { type: "bytes" },
      }),
  ),
  font(
    "arabic",
    600,
    () =>
      import("@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2", {
        with: { type: "bytes" },
      }),
  ),
  font(
    "latin",
    400,
    () =>
      import("@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-400-normal.woff2", {
        with: { type: "bytes" },
      }),
  ),
  font(
    "latin",
    600,
    () =>
      import("@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-600-normal.woff2", {
        with: { type: "bytes" },
      }),
  ),
];
