import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { reserveReports, type tokens, transparencyPages } from "../tables.ts";
import type { Month } from "./month.ts";

export type StoredReport = RowOf<typeof reserveReports>;

/** False if the token has a report for this month, or another one with this number. */
export const insertReport = reserveReports.insert({ onConflict: "DO NOTHING" });

export const selectReport = reserveReports.one({ by: ["network", "tokenId", "month"] });

/** Newest first. Index: reserve_reports_network_token_id_number_key. */
export const selectReports = reserveReports.many({
  by: ["network", "tokenId"],
  orderBy: ["number DESC"],
  limit: true,
});

export type UnreportedToken = Pick<RowOf<typeof tokens>, "network" | "id" | "valueType">;

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

/** False if it was open. */
export const insertPage = transparencyPages.insert({ onConflict: "DO NOTHING" });

/** How many were open. */
export const deletePage = transparencyPages.remove({ by: ["network", "tokenId"] });

export const hasPage = transparencyPages.exists({ by: ["network", "tokenId"] });
