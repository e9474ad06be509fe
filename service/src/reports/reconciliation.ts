import { findTenantNames } from "../accounts/index.ts";
import { findTreasuryAddresses } from "../addresses/index.ts";
import type { Session } from "../db/database.ts";
import { strictObject } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { type Asset, dollars, formatAmount, usd } from "../kernel/money.ts";
import { totalOverTenants } from "../ledger/index.ts";
import { selectStatements, sumBookings } from "../rails/engine/account-store.ts";
import { openItems as openBankItems } from "../rails/engine/item-store.ts";
import {
  allTokens,
  type Difference,
  findFirstSeen,
  lastReconciliation,
  listDifferences,
  type Reconciliation,
  tokenScale,
} from "../tokens/index.ts";
import type { Report, ReportColumn, ReportDeps, ReportRequest, ReportRow, ReportSection } from "./report.ts";
import { formatLocal } from "./time-zone.ts";

const columns: readonly ReportColumn[] = [
  { key: "compared", label: "Compared", type: "text", width: 190 },
  { key: "asset", label: "Asset", type: "text", width: 55 },
  { key: "ledger", label: "Ledger", type: "amount", width: 105 },
  { key: "outside", label: "Bank or chain", type: "amount", width: 105 },
  { key: "difference", label: "Difference", type: "amount", width: 100 },
  { key: "cause", label: "Cause", type: "text", width: 150 },
  { key: "open_since", label: "Open since", type: "time", width: 85 },
];

/** Ledger against bank and chains, with open differences: the state of this moment. */
export const reconciliationReport: Report = {
  name: "reconciliation",
  title: "Reconciliation",
  description:
    "Ledger against bank statements and chains, with open differences and since when they are open.",
  audience: "platform",
  permission: "platform_reports.read",
  covers: "moment",
  parameters: strictObject({}),
  open: async ({ database }, request) => {
    const run = await lastReconciliation(database);
    const { timeZone } = request.period;
    return {
      title: "Reconciliation",
      facts: [
        ["Network", request.network],
        ["Time zone", timeZone],
        ["Chains compared", run?.endedAt === undefined ? "not yet" : formatLocal(run.endedAt, timeZone)],
        ...(run === undefined ? [] : [["Result", describeRun(run)] as const]),
      ],
      columns,
      sections: sectionsOf({ database }, request, run),
      notes: [
        "The report describes the moment in which it was made. A bank statement is older than the ledger: payments since then are part of the difference.",
        "Bank money of the ledger is the negative balance of its external dollar accounts, over all tenants and the platform.",
        "Amounts of chains are those of the last reconciliation. A supply with an open difference has the ledger's amount of that moment too; other rows have the ledger's amount of now and none of a chain.",
        "The difference of treasuries is the sum over their addresses with an open difference. Reserves are dollars: they are part of the bank money and not compared with chains.",
      ],
      isWide: true,
    };
  },
};

function describeRun({ compared, explained, different, unverified }: Reconciliation): string {
  return `${compared} compared, ${explained} explained, ${different} different, ${unverified} unverified`;
}

type Deps = Pick<ReportDeps, "database">;

async function* sectionsOf(
  { database }: Deps,
  request: ReportRequest,
  run: Reconciliation | undefined,
): AsyncGenerator<ReportSection> {
  const differences = run === undefined ? [] : await differencesOf(database, request, run);
  yield sectionWith("Bank", bankRows(database, request));
  yield sectionWith("Open bank items", openItems(database, request));
  yield sectionWith("Supply, reserves and treasuries", totalRows(database, request, differences));
  yield sectionWith("Open differences on chains", differenceRows(database, request, differences));
}

function sectionWith(title: string, pages: AsyncIterable<readonly ReportRow[]>): ReportSection {
  return { title, facts: [], pages, totals: () => [] };
}

async function* bankRows(session: Session, { network }: ReportRequest) {
  const totals = await totalOverTenants(session, { network, kind: "external", assetCodes: [usd.code] });
  const ledger = -totals.reduce((sum, { posted }) => sum + posted, 0n);
  const booked = await sumBookings(session, network);
  const [statement] = await selectStatements(session, { network, limit: 1 });
  const row = (compared: string, outside: bigint, cause: string): ReportRow => [
    compared,
    usd.code,
    ...[ledger, outside, outside - ledger].map((cents) => formatAmount(dollars(cents))),
    outside === ledger ? "" : cause,
    "",
  ];
  const rows = [row("All movements that the bank has booked", booked, "Not booked yet, or open items below")];
  if (statement?.closingCents !== undefined) {
    const { accountEnding, statedOn, closingCents } = statement;
    const compared = `Statement of ${statedOn}, account ending in ${accountEnding}`;
    rows.push(row(compared, closingCents, "Movements since the statement, or open items below"));
  }
  yield rows;
}

async function* openItems(session: Session, { network, period }: ReportRequest) {
  for await (const items of openBankItems.stream(session, {})) {
    yield items
      .filter((item) => item.network === network)
      .map(({ id, kind, reference, amountCents, detail, createdAt }): ReportRow => {
        const amount = amountCents === undefined ? "" : formatAmount(dollars(amountCents));
        const compared = `${kind.replaceAll("_", " ")} ${reference ?? id}`;
        return [compared, usd.code, "", amount, "", detail, formatLocal(createdAt, period.timeZone)];
      });
  }
}

interface SeenDifference extends Difference {
  readonly firstSeen: Instant | undefined;
  readonly kind: "supply" | "treasury" | "wallet";
}

const maxDifferences = 10_000;

async function differencesOf(
  session: Session,
  { network }: ReportRequest,
  run: Reconciliation,
): Promise<readonly SeenDifference[]> {
  const found = await listDifferences(session, run.id, maxDifferences);
  const firstSeen = await findFirstSeen(session, run.id);
  const here = found.filter((difference) => difference.network === network);
  const treasuries = await treasuriesAmong(session, network, here);
  return here.map((difference) => {
    const { holder } = difference;
    const ofHolder = treasuries.has(holder?.addressId ?? "") ? "treasury" : "wallet";
    const kind = holder === undefined ? "supply" : ofHolder;
    return { ...difference, firstSeen: firstSeen.get(placeOf(difference)), kind };
  });
}

/** Ids of the treasury addresses of all tenants with a difference. */
async function treasuriesAmong(
  session: Session,
  network: Network,
  differences: readonly Difference[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const tenantId of new Set(differences.flatMap(({ holder }) => holder?.tenantId ?? [])))
    for (const { id } of await findTreasuryAddresses(session, { tenantId, network })) ids.add(id);
  return ids;
}

function placeOf({ network, chain, token, holder }: Difference): string {
  return [network, chain, token.id, holder?.addressId ?? ""].join("/");
}

const maxTokens = 500;
const comparedKinds = ["supply", "reserve", "treasury"] as const;

/** Totals over all tenants by asset and chain, with what the last run measured. */
async function* totalRows(
  session: Session,
  { network, period: { timeZone } }: ReportRequest,
  differences: readonly SeenDifference[],
) {
  const { items: tokens } = await allTokens.read(session, { network }, { limit: maxTokens });
  const codes = [...new Set([usd.code, ...tokens.map(({ valueType }) => valueType)])];
  for (const kind of comparedKinds) {
    const totals = await totalOverTenants(session, { network, kind, assetCodes: codes });
    yield totals.map(({ assetCode, chain, scale, posted }): ReportRow => {
      const asset = { code: assetCode, scale };
      const heading = [chain === "" ? kind : `${kind} on ${chain}`, assetCode];
      const found = differences.filter(
        (each) => each.kind === kind && each.chain === chain && each.token.valueType === assetCode,
      );
      const [open] = found;
      if (kind === "supply" && open !== undefined)
        return [
          ...heading,
          formatAmount({ units: open.ledgerUnits, asset }),
          ...outsideOf(open, asset, timeZone),
        ];
      const sum = formatAmount({ units: kind === "supply" ? -posted : posted, asset });
      return [...heading, sum, ...addUp(found, asset, timeZone)];
    });
  }
}

/** Without the amount of the chain: addresses without a difference were compared, but their amounts are not stored. */
function addUp(
  differences: readonly SeenDifference[],
  asset: Asset,
  timeZone: string,
): readonly [outside: string, difference: string, cause: string, openSince: string] {
  if (differences.length === 0) return ["", "", "", ""];
  const units = differences.reduce(
    (sum, { chainUnits, ledgerUnits }) => sum + (chainUnits ?? ledgerUnits) - ledgerUnits,
    0n,
  );
  const causes = new Set(differences.map(({ cause }) => cause.replaceAll("_", " ")));
  const [since] = differences
    .flatMap(({ firstSeen }) => firstSeen ?? [])
    .toSorted((one, other) => one - other);
  const openSince = since === undefined ? "" : formatLocal(since, timeZone);
  return ["", formatAmount({ units, asset }), [...causes].join(", "), openSince];
}

function outsideOf(
  { chainUnits, ledgerUnits, cause, firstSeen }: SeenDifference,
  asset: Asset,
  timeZone: string,
): readonly string[] {
  const since = firstSeen === undefined ? "" : formatLocal(firstSeen, timeZone);
  const words = cause.replaceAll("_", " ");
  if (chainUnits === undefined) return ["", "", words, since];
  const amounts = [chainUnits, chainUnits - ledgerUnits].map((units) => formatAmount({ units, asset }));
  return [...amounts, words, since];
}

async function* differenceRows(
  session: Session,
  { period }: ReportRequest,
  differences: readonly SeenDifference[],
) {
  const tenantIds = [...new Set(differences.flatMap(({ holder }) => holder?.tenantId ?? []))];
  const found = tenantIds.length === 0 ? [] : await findTenantNames(session, tenantIds);
  const names = new Map(found.map(({ tenantId, name }) => [tenantId, name]));
  yield differences.map((difference): ReportRow => {
    const { token, chain, holder, ledgerUnits } = difference;
    const asset = { code: token.valueType, scale: tokenScale };
    const tenant = holder === undefined ? "" : (names.get(holder.tenantId) ?? holder.tenantId);
    const compared =
      holder === undefined ? `Supply on ${chain}` : `${tenant}, address ${holder.addressId} on ${chain}`;
    const ledger = formatAmount({ units: ledgerUnits, asset });
    return [compared, asset.code, ledger, ...outsideOf(difference, asset, period.timeZone)];
  });
}
