import { createScreener, type SanctionsSource, type Screener } from "../src/accounts/index.ts";

/** A sanctions list of addresses that a test sets; the screener on it is the real one. */
export interface SanctionedAddresses {
  readonly screener: Screener;
  list(address: string): Promise<void>;
}

export async function createSanctionedAddresses(): Promise<SanctionedAddresses> {
  const addresses: string[] = [];
  const version = () => {
    const name = addresses.length.toString();
    return { name: "Written", version: name, sha256: name, entries: addresses.length };
  };
  const source: SanctionsSource = {
    fingerprint: async () => version().sha256,
    read: async () => ({ list: { version: version(), entries: addresses.map(entryOf) }, asOf: undefined }),
  };
  const screener = createScreener({ source, threshold: 850 });
  await screener.refresh();
  return {
    screener,
    list: async (address) => {
      addresses.push(address);
      await screener.refresh();
    },
  };
}

function entryOf(address: string, place: number) {
  return {
    uid: `${place}`,
    type: "entity",
    program: "TEST",
    names: [{ type: "primary", text: "TUMBLING EXAMPLE" }],
    birthDates: [],
    chainAddresses: [{ currency: "XYZ", address }],
  } as const;
}
