import type { Picture } from "./png.ts";

/** CSS pixels per pixel of a stored picture, in each direction. */
const scale = 4;
/** Pixels of a stored picture per block, in each direction. */
const blockSize = 4;
/** The average color of a block may differ by this much per channel: fonts are drawn differently by each version of a browser. */
const maxChannelDifference = 14;

/** Each pixel is the average of 16, so that the shapes of letters blur and lines and areas remain. */
export function shrink({ width, height, pixels }: Picture): Picture {
  const small = { width: Math.floor(width / scale), height: Math.floor(height / scale) };
  const shrunk = new Uint8Array(small.width * small.height * 3);
  for (let row = 0; row < small.height; row += 1)
    for (let column = 0; column < small.width; column += 1) {
      const corner = { row: row * scale, column: column * scale, size: scale };
      shrunk.set(averageOf({ width, height, pixels }, corner), (row * small.width + column) * 3);
    }
  return { ...small, pixels: shrunk };
}

interface Difference {
  /** Blocks with another average color, or all of them when the sizes differ. */
  readonly blocks: number;
  /** The actual picture in gray, with these blocks in red. */
  readonly picture: Picture;
}

export function compare(expected: Picture, actual: Picture): Difference {
  const isSameSize = expected.width === actual.width && expected.height === actual.height;
  const marked = actual.pixels.map((value) => 128 + (value >> 2));
  let blocks = 0;
  for (let row = 0; row < actual.height; row += blockSize)
    for (let column = 0; column < actual.width; column += blockSize) {
      const corner = { row, column, size: blockSize };
      if (isSameSize && isNear(expected, averageOf(actual, corner), corner)) continue;
      blocks += 1;
      markBlock({ ...actual, pixels: marked }, corner);
    }
  return { blocks, picture: { ...actual, pixels: marked } };
}

/** Rows of text may move by a pixel of the page, so the block is also compared with places next to its own. */
function isNear(expected: Picture, actual: Color, { row, column, size }: Square): boolean {
  return shifts.some(([down, right]) => {
    const place = { row: Math.max(0, row + down), column: Math.max(0, column + right), size };
    return isAlike(averageOf(expected, place), actual);
  });
}

const shifts = [0, -1, 1].flatMap((down) => [0, -1, 1].map((right) => [down, right] as const));

type Color = readonly [red: number, green: number, blue: number];

function isAlike(expected: Color, actual: Color): boolean {
  return expected.every((value, channel) => Math.abs(value - (actual[channel] ?? 0)) <= maxChannelDifference);
}

interface Square {
  readonly row: number;
  readonly column: number;
  readonly size: number;
}

function averageOf({ width, height, pixels }: Picture, { row, column, size }: Square): Color {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let y = row; y < Math.min(row + size, height); y += 1)
    for (let x = column; x < Math.min(column + size, width); x += 1) {
      const at = (y * width + x) * 3;
      red += pixels[at] ?? 0;
      green += pixels[at + 1] ?? 0;
      blue += pixels[at + 2] ?? 0;
      count += 1;
    }
  return [red / count, green / count, blue / count];
}

const red = [224, 49, 49];

function markBlock({ width, height, pixels }: Picture, { row, column, size }: Square): void {
  for (let y = row; y < Math.min(row + size, height); y += 1)
    for (let x = column; x < Math.min(column + size, width); x += 1) pixels.set(red, (y * width + x) * 3);
}
