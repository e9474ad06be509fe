import Type, { type Static } from "typebox";
import type { Session } from "../../db/database.ts";
import { type Clock, type Instant, instantFromMs, parseInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  findAccountByPath,
  type LedgerScope,
  type StatementSummary,
  summariseStatement,
} from "../../ledger/index.ts";

const maxPathLength = 260;
const defaultPeriodMs = 30 * 86_400_000;

/** Query parameters of a statement: an account and a period. */
export const statementQuery = {
  account: Type.String({ maxLength: maxPathLength, description: "Account path." }),
  from: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Start of the period (inclusive); defaults to 30 days before the end.",
    }),
  ),
  to: Type.Optional(
    Type.String({ format: "date-time", description: "End of the period (exclusive); defaults to now." }),
  ),
  holds: Type.Optional(
    Type.Boolean({
      description: "Include holds and voids, which affect the available but not the posted balance.",
    }),
  ),
};
const StatementQuery = Type.Object(statementQuery);

/** Summary of the statement; throws if there is no such account or the period is invalid. */
export async function askForStatement(
  { database, clock }: { readonly database: Session; readonly clock: Clock },
  scope: LedgerScope,
  { account: path, from, to, holds: includesHolds = false }: Static<typeof StatementQuery>,
): Promise<StatementSummary> {
  const end = readMoment("to", to) ?? clock.now();
  const start = readMoment("from", from) ?? instantFromMs(Math.max(end - defaultPeriodMs, 0));
  if (start > end) throw badQuery("to", "must not be before the start of the period");
  const account = await findAccountByPath(database, scope, path);
  if (account === undefined)
    throw new RefusalError(refuse("not_found", "there is no account with this path in the journal"));
  return summariseStatement(database, scope, account, { from: start, to: end, includesHolds });
}

function readMoment(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const moment = parseInstant(text);
  if (moment === undefined) throw badQuery(name, "must be a time such as 2026-11-15T12:00:00Z");
  return moment;
}

function badQuery(name: string, detail: string): RefusalError {
  const errors = [{ pointer: `/query/${name}`, detail }];
  return new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}
