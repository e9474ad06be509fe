import type { Session } from "../db/database.ts";
import { strictObject } from "../http/schemas.ts";
import { type Asset, formatAmount } from "../kernel/money.ts";
import {
  type AccountTurnover,
  findJournalStatus,
  type JournalStatus,
  type LedgerScope,
  ledgerAccountKinds,
  listTurnovers,
  readTrialBalance,
} from "../ledger/index.ts";
import { describePeriod } from "./describe-period.ts";
import type {
  Fact,
  Report,
  ReportColumn,
  ReportDeps,
  ReportRequest,
  ReportRow,
  ReportSection,
} from "./report.ts";
import { formatLocal } from "./time-zone.ts";

const columns: readonly ReportColumn[] = [
  { key: "asset", label: "Asset", type: "text", width: 60 },
  { key: "kind", label: "Account kind", type: "text", width: 90 },
  { key: "accounts", label: "Accounts", type: "count", width: 60 },
  { key: "opening", label: "Opening balance", type: "amount", width: 110 },
  { key: "debits", label: "Debits", type: "amount", width: 110 },
  { key: "credits", label: "Credits", type: "amount", width: 110 },
  { key: "balance", label: "Balance", type: "amount", width: 110 },
  { key: "difference", label: "Difference", type: "amount", width: 80 },
];

/** All accounts of a journal by asset and kind, from its entries. */
export const trialBalanceReport: Report = {
  name: "trial_balance",
  title: "Trial balance",
  description:
    "Debits, credits and balances of all ledger accounts by asset and kind; each asset sums to zero.",
  audience: "workspace",
  permission: "reports.read",
  covers: "period",
  parameters: strictObject({}),
  open: async ({ database }, request) => {
    const snapshot = await database.transaction((tx) => readSnapshot(tx, request), {
      isolation: "repeatable read",
    });
    return {
      title: "Trial balance",
      facts: [["Network", request.network], ...describePeriod(request.period), ...factsOf(request, snapshot)],
      columns,
      sections: sectionsOf({ database }, request, snapshot),
      notes: [
        "Debits and credits are those of the period; the balance is that of its end. Over all kinds, each asset sums to zero.",
        "The difference is that between the balances that the service works with and the sum of all entries. It is empty for a period that was followed by further entries.",
      ],
      isWide: true,
    };
  },
};

interface Snapshot {
  /** Undefined if nothing was recorded. */
  readonly status: JournalStatus | undefined;
  /** Current balance by asset and kind; undefined if entries follow the period, or if there are too many accounts. */
  readonly projected: ReadonlyMap<string, bigint> | undefined;
}

async function readSnapshot(tx: Session, { tenantId, network, period }: ReportRequest): Promise<Snapshot> {
  const scope = { tenantId, network };
  const status = await findJournalStatus(tx, scope);
  if (status === undefined || status.at >= period.to) return { status, projected: undefined };
  const { lines, isComplete } = await readTrialBalance(tx, scope);
  const entries = lines.map(({ kind, posted }) => [keyOf(posted.asset.code, kind), posted.units] as const);
  return { status, projected: isComplete ? new Map(entries) : undefined };
}

function keyOf(asset: string, kind: string): string {
  return `${asset} ${kind}`;
}

function factsOf({ period }: ReportRequest, { status }: Snapshot): readonly Fact[] {
  if (status === undefined) return [["Journal", "empty"]];
  const { sequence, hash, verifiedSequence, verifiedAt } = status;
  const verified =
    verifiedSequence === undefined || verifiedAt === undefined
      ? "not yet"
      : `up to record ${verifiedSequence}, ${formatLocal(verifiedAt, period.timeZone)}; ` +
        `${sequence - verifiedSequence} records since`;
  return [
    ["Last ledger record", `${sequence}`],
    ["Hash of that record", hash.toString("hex")],
    ["Verified", verified],
  ];
}

interface Line {
  accounts: number;
  opening: bigint;
  debits: bigint;
  credits: bigint;
  closing: bigint;
}

/** Bounded by the number of assets and kinds, however many accounts there are. */
async function sumByKind(
  { database }: Pick<ReportDeps, "database">,
  request: ReportRequest,
  through: bigint,
) {
  const lines = new Map<string, Line>();
  const assets = new Map<string, Asset>();
  for await (const accounts of turnoversOf(database, request, through)) {
    for (const { kind, assetCode, scale, ...turnover } of accounts) {
      assets.set(assetCode, { code: assetCode, scale });
      const key = keyOf(assetCode, kind);
      const line = lines.get(key) ?? { accounts: 0, opening: 0n, debits: 0n, credits: 0n, closing: 0n };
      lines.set(key, addTurnover(line, turnover));
    }
  }
  return { lines, assets: [...assets.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1)) };
}

type Amounts = Pick<AccountTurnover, "opening" | "debits" | "credits" | "closing">;

function addTurnover(line: Line, { opening, debits, credits, closing }: Amounts): Line {
  return {
    accounts: line.accounts + 1,
    opening: line.opening + opening,
    debits: line.debits + debits,
    credits: line.credits + credits,
    closing: line.closing + closing,
  };
}

const accountsPerPage = 200;

async function* turnoversOf(session: Session, request: ReportRequest, through: bigint) {
  const scope: LedgerScope = { tenantId: request.tenantId, network: request.network };
  const { from, to } = request.period;
  let afterNumber = 0n;
  let page: readonly AccountTurnover[];
  do {
    page = await listTurnovers(session, scope, { from, to, through, afterNumber, limit: accountsPerPage });
    yield page;
    afterNumber = page.at(-1)?.number ?? afterNumber;
  } while (page.length === accountsPerPage);
}

async function* sectionsOf(
  deps: Pick<ReportDeps, "database">,
  request: ReportRequest,
  { status, projected }: Snapshot,
): AsyncGenerator<ReportSection> {
  if (status === undefined) return;
  const { lines, assets } = await sumByKind(deps, request, status.sequence);
  for (const asset of assets) {
    const ofAsset = ledgerAccountKinds.flatMap((kind) => {
      const line = lines.get(keyOf(asset.code, kind));
      const current = projected?.get(keyOf(asset.code, kind));
      return line === undefined ? [] : [{ kind, line, current }];
    });
    const rows = ofAsset.map(({ kind, line, current }) => rowOf(asset, kind, line, current));
    const sum = ofAsset.reduce((total, { line }) => addLines(total, line), noLine);
    const currentSum =
      projected === undefined ? undefined : sumOf(ofAsset.map(({ current = 0n }) => current));
    yield {
      title: asset.code,
      facts: [
        [
          "Sum of all balances",
          sum.closing === 0n
            ? "0.00 (balanced)"
            : `${formatAmount({ units: sum.closing, asset })} (NOT balanced)`,
        ],
      ],
      pages: onePage(rows),
      totals: () => [rowOf(asset, "Total", sum, currentSum)],
    };
  }
}

const noLine: Line = { accounts: 0, opening: 0n, debits: 0n, credits: 0n, closing: 0n };

function addLines(one: Line, other: Line): Line {
  return { ...addTurnover(one, other), accounts: one.accounts + other.accounts };
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, each) => sum + each, 0n);
}

function rowOf(asset: Asset, kind: string, line: Line, current: bigint | undefined): ReportRow {
  const amount = (units: bigint): string => formatAmount({ units, asset });
  const difference = current === undefined ? "" : amount(current - line.closing);
  const { accounts, opening, debits, credits, closing } = line;
  return [
    asset.code,
    kind,
    `${accounts}`,
    amount(opening),
    amount(debits),
    amount(credits),
    amount(closing),
    difference,
  ];
}

async function* onePage(rows: readonly ReportRow[]): AsyncGenerator<readonly ReportRow[]> {
  yield rows;
}
