/** A streaming response: only as much of it is read as needed to see that it has begun correctly. */
export function isStream(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** A file whose length is not known when it begins. */
export function isExport(headers: Headers): boolean {
  const isFile = headers.get("content-disposition")?.startsWith("attachment") ?? false;
  return isFile && !headers.has("content-length");
}

/** The opening of a stream is a block, too; each ends with an empty line. */
export function holdsBlock(text: string): boolean {
  return text.includes("\n\n");
}

/** Content of the complete chunks; an HTTP/1.0 client gets its stream without chunks. */
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
