/** WCAG 2.2 AA requires 4.5; a little more, because browsers round. */
const readableRatio = 4.6;
const steps = 50;

/** Contrast ratio as defined by WCAG 2.2: 1 for equal colors, 21 for black on white. */
export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Moves the color toward another one just far enough to be readable on all backgrounds. */
export function readable(colour: string, backgrounds: readonly string[], towards: string): string {
  for (let step = 0; step <= steps; step++) {
    const moved = mixed(colour, towards, step / steps);
    if (backgrounds.every((background) => contrast(moved, background) >= readableRatio)) return moved;
  }
  return towards;
}

/** Mixes two colors; `share` is the share of the second one, from 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const to = channels(other);
  const parts = channels(colour).map((part, index) => part + ((to[index] ?? 0) - part) * share);
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
