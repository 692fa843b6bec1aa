/** Versions of the packages that browsers get, as the import map has them; they are in the files' addresses. */
export const VERSIONS = {
  "preact": "11.2.0",
  "@preact/signals": "2.11.4",
  "@preact/signals-core": "1.14.5",
  "uplot": "1.6.32",
  "@picocss/pico": "2.1.1",
  "@fontsource/ibm-plex-sans-arabic": "5.3.0",
} as const;
