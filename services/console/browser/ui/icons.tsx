/** Icons, the paths of lucide (ISC licence). */
const PATHS = {
  home: ["M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z"],
  gateway: ["M8 3 4 7l4 4", "M4 7h16", "m16 21 4-4-4-4", "M20 17H4"],
  guard: ["M20 13c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V5l8-3 8 3z", "m9 12 2 2 4-4"],
  documents: [
    "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8z",
    "M14 2v6h6",
    "M8 13h8",
    "M8 17h6",
  ],
  voice: ["M12 2a3 3 0 0 0-3 3v7a3 3 0 0 0 6 0V5a3 3 0 0 0-3-3z", "M19 10v2a7 7 0 0 1-14 0v-2", "M12 19v3"],
  agents: ["M12 8V4H8", "M4 8h16v12H4z", "M2 14h2", "M20 14h2", "M15 13v2", "M9 13v2"],
  evaluation: ["M3 3v18h18", "M8 17v-5", "M13 17V8", "M18 17V5"],
  procurement: ["M3 9h18v11H3z", "M8 9V6a4 4 0 0 1 8 0v3", "M3 14h18"],
  compliance: ["M12 3v18", "M5 21h14", "M5 7h14", "m5 7-3 7h6z", "m19 7-3 7h6z"],
  settings: [
    "M4 6h10",
    "M18 6h2",
    "M4 12h2",
    "M10 12h10",
    "M4 18h8",
    "M16 18h4",
    "M16 4v4",
    "M8 10v4",
    "M14 16v4",
  ],
  search: ["M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "m21 21-4.3-4.3"],
  menu: ["M4 6h16", "M4 12h16", "M4 18h16"],
  person: ["M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", "M4 21v-1a8 8 0 0 1 16 0v1"],
  check: ["M20 6 9 17l-5-5"],
  cross: ["M18 6 6 18", "m6 6 12 12"],
  warning: ["M12 3 2 20h20z", "M12 10v4", "M12 17v.01"],
  plus: ["M12 5v14", "M5 12h14"],
  refresh: ["M21 12a9 9 0 1 1-3-6.7L21 8", "M21 3v5h-5"],
  copy: ["M9 9h12v12H9z", "M5 15H3V3h12v2"],
  download: ["M12 3v12", "m7 10 5 5 5-5", "M4 21h16"],
  upload: ["M12 21V9", "m7 12 5-5 5 5", "M4 3h16"],
  send: ["m22 2-7 20-4-9-9-4z", "M22 2 11 13"],
  stop: ["M6 6h12v12H6z"],
  play: ["m7 4 12 8-12 8z"],
  columns: ["M3 4h18v16H3z", "M9 4v16", "M15 4v16"],
  link: ["M10 13a5 5 0 0 0 7 0l3-3a5 5 0 0 0-7-7l-1 1", "M14 11a5 5 0 0 0-7 0l-3 3a5 5 0 0 0 7 7l1-1"],
  trash: ["M3 6h18", "M8 6V4h8v2", "M6 6l1 15h10l1-15"],
  clock: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M12 7v5l3 2"],
  bell: ["M6 9a6 6 0 0 1 12 0c0 6 2 8 2 8H4s2-2 2-8", "M10 21h4"],
  up: ["m6 15 6-6 6 6"],
  down: ["m6 9 6 6 6-6"],
  back: ["m15 18-6-6 6-6"],
  forward: ["m9 18 6-6-6-6"],
  key: ["M15 3a6 6 0 1 0 3.5 10.9L21 11V8a6 6 0 0 0-6-5z", "M11 13 4 20v1h4v-2h2v-2h2l1-1", "M16 8v.01"],
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={name === "back" || name === "forward" ? "icon flip" : "icon"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {PATHS[name].map((d) => <path key={d} d={d} />)}
    </svg>
  );
}

export function isIconName(name: string): name is IconName {
  return name in PATHS;
}
