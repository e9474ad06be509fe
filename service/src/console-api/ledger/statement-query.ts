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

/** What a statement is asked for by: an account, and a period. */
export const statementQuery = {
  account: Type.String({ maxLength: maxPathLength, description: "The path of an account." }),
  from: Type.Optional(
    Type.String({
      format: "date-time",
      description: "From this moment on; 30 days before the end if not said.",
    }),
  ),
  to: Type.Optional(
    Type.String({ format: "date-time", description: "Before this moment; now if not said." }),
  ),
  holds: Type.Optional(
    Type.Boolean({
      description: "With holds and voids, which change what is available and not what is posted.",
    }),
  ),
};
const StatementQuery = Type.Object(statementQuery);

/** What the statement tells of as a whole, or a refusal where there is no such account or period. */
export async function askForStatement(
  { database, clock }: { readonly database: Session; readonly clock: Clock },
  scope: LedgerScope,
  { account: path, from, to, holds: includesHolds = false }: Static<typeof StatementQuery>,
): Promise<StatementSummary> {
  const end = readMoment("to", to) ?? clock.now();
  const start = readMoment("from", from) ?? instantFromMs(Math.max(end - defaultPeriodMs, 0));
  if (start > end) throw badQuery("to", "must not be before the beginning of the period");
  const account = await findAccountByPath(database, scope, path);
  if (account === undefined)
    throw new RefusalError(refuse("not_found", "the journal has no account with this path"));
  return summariseStatement(database, scope, account, { from: start, to: end, includesHolds });
}

function readMoment(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const moment = parseInstant(text);
  if (moment === undefined) throw badQuery(name, "must be a moment such as 2026-11-15T12:00:00Z");
  return moment;
}

function badQuery(name: string, detail: string): RefusalError {
  const errors = [{ pointer: `/query/${name}`, detail }];
  return new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}
