import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Rows of pixels, three bytes each: red, green, blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** By color type: RGB, and RGB with alpha. */
const channelsOf: ReadonlyMap<number | undefined, number> = new Map([
  [2, 3],
  [6, 4],
]);
const colorStep = 8;
const maxValue = 255;

/** Reads what a browser and `encodePng` write: eight bits per channel, not interlaced (W3C PNG, third edition). */
export function decodePng(file: Buffer): Picture {
  const chunks = readChunks(file);
  const header = chunksOf(chunks, "IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, interlace] = [header[8], header[9], header[12]];
  const channels = channelsOf.get(colorType);
  if (depth !== 8 || channels === undefined || interlace !== 0) throw new Error("unsupported kind of PNG");
  const samples = unfilter(inflateSync(chunksOf(chunks, "IDAT")), { width, height, channels });
  return { width, height, pixels: channels === 3 ? samples : withoutAlpha(samples) };
}

/** Colors are rounded to steps of eight, so that the file is small. */
export function encodePng({ width, height, pixels }: Picture): Buffer {
  const length = width * 3;
  const rows = Buffer.alloc(height * (length + 1));
  for (const [at, value] of pixels.entries())
    rows[at + Math.floor(at / length) + 1] = Math.min(maxValue, Math.round(value / colorStep) * colorStep);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
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

function chunksOf(chunks: readonly Chunk[], chosen: string): Buffer {
  return Buffer.concat(chunks.filter(([type]) => type === chosen).map(([, data]) => data));
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
  // Above the first row and left of the first pixel is zero.
  let above = new Uint8Array(length);
  const bytes = new Uint8Array(length * height);
  for (let row = 0; row < height; row += 1) {
    const start = row * (length + 1);
    const predict = predictors[rows[start] ?? 0] ?? none;
    const current = bytes.subarray(row * length, (row + 1) * length);
    for (let at = 0; at < length; at += 1) {
      const left = at < channels ? 0 : (current[at - channels] ?? 0);
      const corner = at < channels ? 0 : (above[at - channels] ?? 0);
      current[at] = (rows[start + 1 + at] ?? 0) + predict(left, above[at] ?? 0, corner);
    }
    above = current;
  }
  return bytes;
}

type Predictor = (left: number, above: number, corner: number) => number;

const none: Predictor = () => 0;
const paeth: Predictor = (left, above, corner) => {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};
/** By the number of the filter. */
const predictors: readonly Predictor[] = [
  none,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function withoutAlpha(samples: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((samples.length / 4) * 3);
  for (let pixel = 0; pixel < samples.length / 4; pixel += 1) {
    pixels[pixel * 3] = samples[pixel * 4] ?? 0;
    pixels[pixel * 3 + 1] = samples[pixel * 4 + 1] ?? 0;
    pixels[pixel * 3 + 2] = samples[pixel * 4 + 2] ?? 0;
  }
  return pixels;
}
