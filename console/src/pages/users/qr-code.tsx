import { encode } from "uqr";

const quietZone = 4;
const sizePx = 220;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Rendered locally, because the text is secret. Dark on white in both color schemes, so that scanners can read it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: quietZone, ecc: "L" });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={sizePx}
      height={sizePx}
      shapeRendering="crispEdges"
      style={{ maxWidth: "100%", borderRadius: 4 }}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={squares.join("")} fill="#000000" />
    </svg>
  );
}
