import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Token, TokenId } from "../token.ts";
import type { Month } from "./month.ts";

type TokenKey = Pick<Token, "network" | "id">;

export interface StoredReport {
  readonly month: Month;
  readonly number: number;
  readonly asOf: Instant;
  readonly document: string;
  readonly digest: Buffer;
}

/** False if the token has a report for this month, or another one with this number. */
export async function insertReport(
  tx: Transaction,
  { network, id }: TokenKey,
  report: StoredReport & { readonly createdAt: Instant },
): Promise<boolean> {
  const { month, number, asOf, document, digest, createdAt } = report;
  const values = [
    network,
    id,
    month,
    number,
    formatInstant(asOf),
    document,
    digest,
    formatInstant(createdAt),
  ];
  return (await tx.run(insert, values)) === 1;
}

const insert = statement(`
  INSERT INTO reserve_reports (network, token_id, month, number, as_of, document, digest, created_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8::timestamptz)
  ON CONFLICT DO NOTHING`);

const columns = "month, number, as_of, document, digest";

/** Index: reserve_reports_pkey. */
export function selectReport(
  session: Session,
  { network, id }: TokenKey,
  month: Month,
): Promise<StoredReport | undefined> {
  return session.first(findOne, [network, id, month]);
}

const findOne = statement<StoredReport>(
  `SELECT ${columns} FROM reserve_reports WHERE network = $1 AND token_id = $2 AND month = $3`,
);

/** Newest first. Index: reserve_reports_network_token_id_number_key. */
export function selectReports(
  session: Session,
  { network, id }: TokenKey,
  limit: number,
): Promise<readonly StoredReport[]> {
  return session.rows(findSome, [network, id, limit]);
}

const findSome = statement<StoredReport>(
  `SELECT ${columns} FROM reserve_reports WHERE network = $1 AND token_id = $2 ORDER BY number DESC LIMIT $3`,
);

export interface UnreportedToken {
  readonly network: Network;
  readonly id: TokenId;
  readonly valueType: string;
}

/** Fiat-backed tokens that existed before an instant and have no report for the month. Index: tokens_pkey. */
export function selectUnreported(
  session: Session,
  { month, before }: { readonly month: Month; readonly before: Instant },
  { network, after, limit }: { readonly network: Network; readonly after: string; readonly limit: number },
): Promise<readonly UnreportedToken[]> {
  return session.rows(findUnreported, [network, after, formatInstant(before), month, limit]);
}

const findUnreported = statement<UnreportedToken>(`
  SELECT network, id, value_type FROM tokens
   WHERE network = $1 AND id > $2 AND kind = 'fiat_backed' AND created_at < $3::timestamptz
     AND EXISTS (SELECT 1 FROM token_deployments AS deployment
                  WHERE deployment.network = $1 AND deployment.token_id = tokens.id AND deployment.status = 'active')
     AND NOT EXISTS (SELECT 1 FROM reserve_reports AS report
                      WHERE report.network = $1 AND report.token_id = tokens.id AND report.month = $4)
   ORDER BY id LIMIT $5`);

/** False if it was open. Index: transparency_pages_pkey. */
export async function insertPage(
  tx: Transaction,
  { network, id }: TokenKey,
  openedAt: Instant,
): Promise<boolean> {
  return (await tx.run(openPage, [network, id, formatInstant(openedAt)])) === 1;
}

const openPage = statement(`
  INSERT INTO transparency_pages (network, token_id, opened_at) VALUES ($1, $2, $3::timestamptz) ON CONFLICT DO NOTHING`);

/** False if it was not open. Index: transparency_pages_pkey. */
export async function deletePage(tx: Transaction, { network, id }: TokenKey): Promise<boolean> {
  return (await tx.run(closePage, [network, id])) === 1;
}

const closePage = statement("DELETE FROM transparency_pages WHERE network = $1 AND token_id = $2");

/** Index: transparency_pages_pkey. */
export async function hasPage(session: Session, { network, id }: TokenKey): Promise<boolean> {
  return (await session.first(findPage, [network, id])) !== undefined;
}

const findPage = statement("SELECT 1 FROM transparency_pages WHERE network = $1 AND token_id = $2");
