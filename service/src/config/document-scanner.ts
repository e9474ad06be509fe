/** Where the antivirus daemon listens: a socket of this machine, or a host and port. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number };

const defaultPort = 3310;

/** Undefined when the text is neither `unix:/path` nor `tcp://host:port`. */
export function parseScannerUrl(text: string): ScannerAddress | undefined {
  const path = /^unix:(?:\/\/)?(\/[^?#]+)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  if (!text.startsWith("tcp://") || !URL.canParse(text)) return undefined;
  const { hostname, port, username, pathname, search, hash } = new URL(text);
  if (hostname === "" || username !== "" || !["", "/"].includes(pathname) || search !== "" || hash !== "")
    return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { host, port: port === "" ? defaultPort : Number(port) };
}
