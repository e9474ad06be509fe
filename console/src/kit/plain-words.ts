const acronyms: ReadonlySet<string> = new Set(["ach", "api", "iso", "rtp", "usd"]);

/** What the service calls `ach_return`, as it is read: "ACH return". */
export function plainWords(name: string): string {
  return name
    .toLowerCase()
    .split(/[_.\s-]+/)
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(" ");
}
