/** An answer that goes on: as much of it is read as it takes to see that it has begun well. */
export function isStream(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** The opening of a stream is a block, too; behind each there is an empty line. */
export function holdsBlock(text: string): boolean {
  return text.includes("\n\n");
}

/** What is inside of the chunks that have come whole; an old client gets its stream without any. */
export function withoutChunks(bytes: Buffer, headers: Headers): Buffer {
  if (headers.get("transfer-encoding") !== "chunked") return bytes;
  const parts: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const [line = ""] = rest.toString("latin1").split("\r\n", 1);
    const start = line.length + 2;
    const end = start + Number.parseInt(line, 16);
    if (!(end > start) || end > rest.length) return Buffer.concat(parts);
    parts.push(rest.subarray(start, end));
    rest = rest.subarray(end + 2);
  }
}
