import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { accountsRoute } from "./accounts-route.ts";
import { journalPlaces } from "./journal-place.ts";
import { journalsRoute } from "./journals-route.ts";
import { recordRoute, recordsRoute } from "./record-routes.ts";
import { statementCsvRoute } from "./statement-csv-route.ts";
import { statementRoute } from "./statement-route.ts";
import { totalsRoute } from "./totals-route.ts";

/** The ledger, read-only: operators read every journal, members that of their own tenant. */
export function ledgerRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    journalsRoute(deps),
    ...journalPlaces.flatMap((place) => [
      accountsRoute(deps, place),
      statementRoute(deps, place),
      statementCsvRoute(deps, place),
      recordsRoute(deps, place),
      recordRoute(deps, place),
      totalsRoute(deps, place),
    ]),
  ];
}
