import Type, { type Static } from "typebox";
import type { Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { formatAmount } from "../../kernel/money.ts";
import { readTrialBalance, type TrialBalance } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";

const TotalsSchema = named(
  "ConsoleLedgerTotals",
  Type.Object({
    lines: Type.Array(
      Type.Object({
        asset: Type.String(),
        kind: Type.String(),
        accounts: Type.Integer(),
        posted: Type.String(),
        held: Type.String(),
      }),
      { description: "By asset and kind." },
    ),
    assets: Type.Array(
      Type.Object({
        asset: Type.String(),
        sum: Type.String({ description: "Sum over all accounts; zero in an intact journal." }),
        is_balanced: Type.Boolean(),
      }),
    ),
    is_complete: Type.Boolean({
      description: "False if there are more accounts than the limit; then the sums are meaningless.",
    }),
  }),
);

export function totalsRoute({ database }: ConsoleDeps, place: JournalPlace): Route {
  return consoleRead(`GET ${place.path}/totals`, {
    ...placed(place, "getLedgerTotals"),
    summary: "Get the trial balance",
    response: { description: "Totals by asset and account kind.", schema: TotalsSchema },
    handle: async (request) => present(await readTrialBalance(database, scopeOf(request))),
  });
}

function present({ lines, isComplete }: TrialBalance): Static<typeof TotalsSchema> {
  const codes = [...new Set(lines.map(({ posted }) => posted.asset.code))];
  return {
    lines: lines.map(({ kind, accounts, posted, held }) => ({
      asset: posted.asset.code,
      kind,
      accounts,
      posted: formatAmount(posted),
      held: formatAmount(held),
    })),
    assets: codes.map((code) => sumOf(lines, code)),
    is_complete: isComplete,
  };
}

function sumOf(lines: TrialBalance["lines"], code: string) {
  const assetLines = lines.filter(({ posted }) => posted.asset.code === code);
  const units = assetLines.reduce((sum, { posted }) => sum + posted.units, 0n);
  const scale = assetLines[0]?.posted.asset.scale ?? 0;
  return { asset: code, sum: formatAmount({ units, asset: { code, scale } }), is_balanced: units === 0n };
}
