/** A plot over time, with its numbers as a table for those who do not see it. */
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { t } from "../i18n/shared_words.ts";
import { day, shortNumber } from "../i18n/format.ts";
import { isRtl, locale, theme } from "../prefs.ts";
import { navigate } from "../router.ts";
import { stepsOf } from "./plot_steps.ts";

export interface Series {
  label: string;
  values: (number | null)[];
}

const HEIGHT = 220;
const COLORS = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6"];

export function Plot(
  { caption, times, series, format = shortNumber, label = day, hrefOf }: {
    caption: string;
    /** Unix milliseconds. */
    times: number[];
    series: Series[];
    format?(value: number): string;
    label?(time: number): string;
    /** The page of a time's details, which a click on the plot or the time in its table opens. */
    hrefOf?(time: number): string;
  },
) {
  const host = useRef<HTMLDivElement>(null);
  // Nothing was counted then, which is no zero.
  const valueText = (value: number | null | undefined) => typeof value === "number" ? format(value) : "–";
  useEffect(() =>
    effect(() => {
      const element = host.current;
      void theme.value;
      void locale.value;
      if (!element || times.length === 0) return;
      const plot = draw(element, { times, series, format, label, rtl: isRtl.value });
      const open = () => {
        const time = times[plot.cursor.idx ?? -1];
        if (hrefOf && time !== undefined) navigate(hrefOf(time));
      };
      plot.over.addEventListener("click", open);
      const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
      resize.observe(element);
      void document.fonts.ready.then(() => plot.redraw());
      return () => {
        resize.disconnect();
        plot.destroy();
      };
    }), [times, series]);
  return (
    <figure class="plot">
      <figcaption>{caption}</figcaption>
      <div class={hrefOf ? "canvas opens" : "canvas"} dir="ltr" aria-hidden="true" ref={host} />
      <ul class="legend">
        {series.map(({ label }, index) => (
          <li key={label}>
            <span class={`swatch swatch-${index % COLORS.length + 1}`} />
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t("numbers_table")}</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
          <table>
            <thead>
              <tr>
                <td />
                {series.map(({ label }) => <th key={label} scope="col">{label}</th>)}
              </tr>
            </thead>
            <tbody>
              {times.map((time, row) => (
                <tr key={time}>
                  <th scope="row">
                    {hrefOf
                      ? (
                        <a href={hrefOf(time)}>
                          <bdi>{label(time)}</bdi>
                        </a>
                      )
                      : <bdi>{label(time)}</bdi>}
                  </th>
                  {series.map(({ label, values }) => <td key={label}>{valueText(values[row])}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function draw(
  element: HTMLElement,
  { times, series, format, label, rtl }: {
    times: number[];
    series: Series[];
    format(value: number): string;
    label(time: number): string;
    rtl: boolean;
  },
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const color = (index: number) => style.getPropertyValue(COLORS[index % COLORS.length] ?? "").trim();
  const ink = style.getPropertyValue("--muted").trim();
  const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
  const font = "12px Plex, sans-serif";
  const [first = 0, second = first + 86_400_000] = times;
  // Half a step on both sides: else the first and the last bar are cut in half.
  const half = (second - first) / 2000;
  const last = times.at(-1) ?? first;
  const steps = stepsOf(series.flatMap(({ values }) => values));
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false },
      scales: {
        x: { dir: rtl ? -1 : 1, range: [first / 1000 - half, last / 1000 + half] },
        y: { range: topOf },
      },
      axes: [
        {
          stroke: ink,
          grid: { show: false },
          font,
          values: (_plot, splits) => once(splits.map((at) => label(at * 1000))),
        },
        {
          stroke: ink,
          grid,
          font,
          side: rtl ? 1 : 3,
          size: (_plot, labels) => Math.max(64, ...(labels ?? []).map(({ length }) => 20 + length * 7)),
          ...steps && { incrs: steps },
          values: (_plot, splits) => splits.map(format),
        },
      ],
      series: [
        {},
        ...series.map((line, index) => ({
          label: line.label,
          stroke: color(index),
          width: 2,
          fill: series.length === 1 ? `${color(index)}22` : undefined,
          paths: series.length === 1 ? uPlot.paths.bars?.({ size: [0.6, 40] }) : undefined,
          // A day between days without a value has no line to either side.
          points: { show: false, filter: () => series.length === 1 ? null : aloneIn(line.values) },
        })),
      ],
    },
    [times.map((time) => time / 1000), ...series.map(({ values }) => values)],
    element,
  );
}

/** The places of values without a neighbour; null for none, as uPlot has it. */
function aloneIn(values: Series["values"]): number[] | null {
  const isAt = (at: number) => (values[at] ?? null) !== null;
  const alone = [...values.keys()].filter((at) => isAt(at) && !isAt(at - 1) && !isAt(at + 1));
  return alone.length > 0 ? alone : null;
}

/** Within a day all ticks have the day's name: the first of them says it. */
function once(labels: string[]): string[] {
  return labels.map((label, at) => label === labels[at - 1] ? "" : label);
}

function topOf(_plot: uPlot, _min: number, max: number): [number, number] {
  return [0, max > 0 ? max * 1.1 : 1];
}
