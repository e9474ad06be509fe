import { type ContentScan, createWalkScan, type Walk } from "./walk-bytes.ts";

/** More than phones and scanners produce: A3 with 600 dpi has 70 megapixels, and a large phone sensor 108. */
const maxPixels = 120_000_000;
export const maxSide = 30_000;

/** Sizes are read from headers; nothing is decoded. */
export function scanPng(): ContentScan {
  // Its end marker is checked elsewhere; after it, the walk waits for a byte that must not come.
  return createWalkScan(walkPng(), { mayEndInside: true });
}

export function scanJpeg(): ContentScan {
  return createWalkScan(walkJpeg(), { mayEndInside: false });
}

const crcBytes = 4;

/** Chunks: length, type, data, checksum (PNG specification §5.3). */
function* walkPng(): Walk {
  yield { skip: 8 };
  for (let type = ""; type !== "IEND"; ) {
    const head = yield { take: 8 };
    const length = head.readUInt32BE(0);
    type = head.toString("latin1", 4, 8);
    if (type === "IHDR") {
      const size = yield { take: 8 };
      const problem = sizeProblem(size.readUInt32BE(0), size.readUInt32BE(4));
      if (problem !== undefined) return problem;
      yield { skip: length - 8 + crcBytes };
    } else {
      yield { skip: length + crcBytes };
    }
  }
  yield { take: 1 };
  return "has data after the end of the picture";
}

const invalid = "is not a valid JPEG file";
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Segments up to the first scan (ITU-T T.81 §B.1). What phones append after the picture does not matter. */
function* walkJpeg(): Walk {
  yield { skip: 2 };
  for (let hasSize = false; ; ) {
    const [mark, first = 0] = yield { take: 2 };
    if (mark !== 0xff) return invalid;
    let code = first;
    // Any number of fill bytes may come before a marker.
    while (code === 0xff) code = (yield { take: 1 })[0] ?? 0;
    if (code === startOfScan) return hasSize ? undefined : invalid;
    if (code === endOfImage || code === 0) return invalid;
    if (code === 0x01 || (code >= 0xd0 && code <= 0xd7)) continue;
    const length = (yield { take: 2 }).readUInt16BE(0);
    if (!isFrame(code)) {
      if (length < 2) return invalid;
      yield { skip: length - 2 };
      continue;
    }
    if (length < 7) return invalid;
    const frame = yield { take: 5 };
    const problem = sizeProblem(frame.readUInt16BE(3), frame.readUInt16BE(1));
    if (problem !== undefined) return problem;
    hasSize = true;
    yield { skip: length - 7 };
  }
}

/** SOF markers; the others of this range define tables. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

function sizeProblem(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return "has no pixels";
  const isTooLarge = width > maxSide || height > maxSide || width * height > maxPixels;
  return isTooLarge ? `is a picture of more than ${maxPixels / 1_000_000} megapixels` : undefined;
}
