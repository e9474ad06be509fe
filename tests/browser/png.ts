import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Rows of pixels, three bytes each: red, green, blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const colorTypes = { 2: 3, 3: 1, 6: 4 } as const;
const paletteSize = 256;

/** Reads what a browser and `encodePng` write: eight bits per channel, not interlaced (W3C PNG, third edition). */
export function decodePng(file: Buffer): Picture {
  const chunks = readChunks(file);
  const header = chunksOf(chunks, "IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, interlace] = [header[8], header[9], header[12]];
  const channels = colorTypes[colorType as keyof typeof colorTypes];
  if (depth !== 8 || channels === undefined || interlace !== 0) throw new Error("unsupported kind of PNG");
  const samples = unfilter(inflateSync(chunksOf(chunks, "IDAT")), { width, height, channels });
  const palette = chunksOf(chunks, "PLTE");
  const pixels = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = channels === 1 ? (samples[pixel] ?? 0) * 3 : pixel * channels;
    pixels.set((channels === 1 ? palette : samples).subarray(from, from + 3), pixel * 3);
  }
  return { width, height, pixels };
}

/** Writes the most frequent colors as a palette; each other color becomes the nearest of them. */
export function encodePng({ width, height, pixels }: Picture): Buffer {
  const indexOf = new Map<number, number>();
  const palette = frequentColors(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = colorAt(pixels, pixel);
    const index = indexOf.get(color) ?? nearest(palette, color);
    indexOf.set(color, index);
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type Chunk = readonly [type: string, data: Buffer];

function readChunks(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push([file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

function chunksOf(chunks: readonly Chunk[], wanted: string): Buffer {
  return Buffer.concat(chunks.filter(([type]) => type === wanted).map(([, data]) => data));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Each row begins with the number of its filter, which predicts a byte from those to the left and above. */
function unfilter(rows: Buffer, { width, height, channels }: Layout): Uint8Array {
  const length = width * channels;
  const bytes = new Uint8Array(length * height);
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (length + 1)] ?? 0;
    for (let column = 0; column < length; column += 1) {
      const at = row * length + column;
      const left = column < channels ? 0 : (bytes[at - channels] ?? 0);
      const above = row === 0 ? 0 : (bytes[at - length] ?? 0);
      const corner = column < channels || row === 0 ? 0 : (bytes[at - length - channels] ?? 0);
      bytes[at] = (rows[row * (length + 1) + 1 + column] ?? 0) + predict(filter, { left, above, corner });
    }
  }
  return bytes;
}

interface Neighbors {
  readonly left: number;
  readonly above: number;
  readonly corner: number;
}

function predict(filter: number, { left, above, corner }: Neighbors): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function colorAt(pixels: Uint8Array, pixel: number): number {
  const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 3, pixel * 3 + 3);
  return (red << 16) | (green << 8) | blue;
}

function frequentColors(pixels: Uint8Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < pixels.length / 3; pixel += 1) {
    const color = colorAt(pixels, pixel);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([left, many], [right, more]) => more - many || left - right);
  return byCount.slice(0, paletteSize).map(([color]) => color);
}

function nearest(palette: readonly number[], color: number): number {
  let best = { index: 0, distance: Number.POSITIVE_INFINITY };
  for (const [index, each] of palette.entries()) {
    const distance = [16, 8, 0].reduce(
      (sum, shift) => sum + Math.abs(((each >> shift) & 0xff) - ((color >> shift) & 0xff)),
      0,
    );
    if (distance < best.distance) best = { index, distance };
  }
  return best.index;
}
