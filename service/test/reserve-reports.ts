import type { Database } from "../src/db/database.ts";
import { addMs, type Instant, parseInstant } from "../src/kernel/instant.ts";
import { usd } from "../src/kernel/money.ts";
import { buildReport } from "../src/tokens/reserve-reports/build-report.ts";
import type { Month } from "../src/tokens/reserve-reports/month.ts";
import type { ChainFacts, ReportFacts } from "../src/tokens/reserve-reports/read-report-facts.ts";
import { digestOf, documentOf } from "../src/tokens/reserve-reports/report.ts";
import { insertReport } from "../src/tokens/reserve-reports/store.ts";
import type { Token, TokenId } from "../src/tokens/token.ts";
import { unaudited } from "./unaudited.ts";

/** A fixed key: reports of the same facts are the same bytes. */
export const reportSeed = Buffer.alloc(32, 7);

const million = 1_000_000n;

/** 1,000 tokens on two chains, of which 50 are being minted and 25 are unexplained; 40 dollars are owed. */
export function exampleFacts(overrides: Partial<ReportFacts> = {}): ReportFacts {
  const asOf = parseInstant("2026-11-01T00:00:04.217Z") as Instant;
  return {
    token: {
      network: "mainnet",
      id: "01M7FUSD000000000000000000" as TokenId,
      valueType: "FUSD",
      name: "Florin <Dollar>",
      kind: "fiat_backed",
      currency: "USD",
      scale: 6,
      issuer: undefined,
      isPublic: true,
      minting: { authority: "platform", issuerKeyIndex: 0 },
      status: "active",
      deployments: [],
      createdAt: addMs(asOf, -1),
      updatedAt: addMs(asOf, -1),
    },
    asOf,
    chains: [base, solana],
    ledgerUnits: 1_000n * million,
    reserve: { units: 100_000n, asset: usd },
    claims: { units: 4_000n, asset: usd },
    ...overrides,
  };
}

const base: ChainFacts = {
  chain: "base",
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  units: 650n * million,
  block: { height: 21_000_000n, hash: `0x${"ab".repeat(32)}` },
  ledgerUnits: 600n * million,
  movements: { incoming: 50n * million, depositing: 0n, outgoing: 0n },
  comparison: { outcome: "explained", cause: "in_flight" },
};

const solana: ChainFacts = {
  chain: "solana",
  contract: "So11111111111111111111111111111111111111112",
  units: 375n * million,
  block: { height: 310_000_000n, hash: "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn" },
  ledgerUnits: 400n * million,
  movements: { incoming: 0n, depositing: 0n, outgoing: 0n },
  comparison: { outcome: "different", difference: -25n * million, cause: "burned_outside" },
};

/** The files of consecutive reports, one for each month. */
export function reportFiles(months: readonly Month[], seed: Buffer = reportSeed) {
  const files: { readonly name: string; readonly text: string }[] = [];
  for (const [index, month] of months.entries()) {
    const last = files.at(-1);
    const previous =
      last === undefined
        ? null
        : { month: months[index - 1] ?? "", digest: digestOf(last.text).toString("hex") };
    const report = buildReport(seed, exampleFacts(), { month, number: index + 1, previous });
    files.push({ name: `${month}.json`, text: documentOf(report) });
  }
  return files;
}

/** Stores a report with the example's figures. */
export async function storeReport(database: Database, token: Token, month: Month): Promise<void> {
  const facts = exampleFacts({ token });
  const place = { month, number: 1, previous: null };
  const document = documentOf(buildReport(reportSeed, facts, place));
  await insertReport(unaudited(database), {
    network: token.network,
    tokenId: token.id,
    month,
    number: 1,
    asOf: facts.asOf,
    document,
    digest: digestOf(document),
    createdAt: facts.asOf,
  });
}
