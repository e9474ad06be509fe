import classes from "./chart.module.css";

interface ChartLook {
  readonly color: string;
  /** Lines differ in color and dash pattern, never in color alone. */
  readonly dashes: string;
}

const looks: readonly ChartLook[] = [
  { color: "var(--florin-brand)", dashes: "none" },
  { color: "var(--mantine-color-blue-6)", dashes: "6 4" },
  { color: "var(--mantine-color-teal-6)", dashes: "2 3" },
  { color: "var(--mantine-color-grape-6)", dashes: "10 4 2 4" },
  { color: "var(--mantine-color-orange-6)", dashes: "8 3" },
  { color: "var(--mantine-color-cyan-7)", dashes: "4 2" },
  { color: "var(--mantine-color-pink-6)", dashes: "1 2" },
  { color: "var(--mantine-color-lime-7)", dashes: "12 3" },
];
const rest: ChartLook = { color: "var(--mantine-color-gray-6)", dashes: "3 3" };

const meanings: Readonly<Record<string, string>> = {
  "2xx": "var(--mantine-color-teal-6)",
  "3xx": "var(--mantine-color-blue-6)",
  "4xx": "var(--mantine-color-orange-6)",
  "5xx": "var(--mantine-color-red-6)",
  succeeded: "var(--mantine-color-teal-6)",
  failed: "var(--mantine-color-orange-6)",
  exhausted: "var(--mantine-color-red-6)",
};

/** Look of a series: outcomes have colors of their own. */
export function lookOf(name: string, place: number): ChartLook {
  const look = looks[place] ?? rest;
  return { ...look, color: meanings[name] ?? look.color };
}

/** The look of a series beside its name. */
export function Swatch({ look, kind }: { readonly look: ChartLook; readonly kind: "bars" | "lines" }) {
  return (
    <svg className={classes["swatch"]} width={18} height={10} aria-hidden>
      {kind === "bars" ? (
        <rect width={12} height={10} x={3} rx={2} fill={look.color} />
      ) : (
        <line
          x1={0}
          x2={18}
          y1={5}
          y2={5}
          stroke={look.color}
          strokeWidth={2}
          strokeDasharray={look.dashes}
        />
      )}
    </svg>
  );
}
