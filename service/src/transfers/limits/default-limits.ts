import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { BankRail } from "../../rails/rail.ts";
import { nothingRemembered, type RememberedFacts, recallAll } from "../facts-memory.ts";
import { selectLimits } from "./store.ts";
import {
  type AppliedLimit,
  hasWindow,
  type LimitAmounts,
  type LimitId,
  type LimitScope,
  type TransferLimit,
} from "./transfer-limit.ts";
import { deleteUsageOf } from "./usage-store.ts";

/** Limits of each tenant on mainnet that has no limit of the same scope: of all operations together, and of some. */
export interface DefaultLimits {
  readonly all: LimitAmounts;
  readonly token_mint: LimitAmounts;
  readonly treasury_withdrawal: LimitAmounts;
  /** Most cents in one payment that the bank accepts on mainnet, by rail: no limit of a tenant replaces them. */
  readonly rails?: ReadonlyMap<BankRail, bigint>;
}

type DefaultName = Exclude<keyof DefaultLimits, "rails">;

export interface DefaultLimitsDeps {
  /** None if omitted. */
  readonly defaultLimits?: DefaultLimits;
}

const names = ["all", "token_mint", "treasury_withdrawal"] as const satisfies readonly DefaultName[];

/** The scopes of default limits. Their ids are their names. */
export const defaultScopes: readonly DefaultScope[] = names.map((name) => ({
  name,
  id: name as string as LimitId,
  network: "mainnet",
  accountId: undefined,
  transferType: undefined,
  operation: name === "all" ? undefined : name,
  asset: undefined,
  destination: undefined,
}));

interface DefaultScope extends LimitScope {
  readonly name: DefaultName;
  readonly id: LimitId;
}

/** The limits of a tenant, oldest first, and the default limits that they do not replace. */
export async function loadLimits(
  { defaultLimits }: DefaultLimitsDeps,
  session: Session,
  tenantId: TenantId,
  remembered: Pick<RememberedFacts, "limits"> = nothingRemembered,
): Promise<readonly AppliedLimit[]> {
  const limits = await recallAll(remembered.limits, () => selectLimits(session, { tenantId }));
  if (defaultLimits === undefined) return limits;
  const defaults = defaultScopes
    .map((scope) => ({ ...scope, ...defaultLimits[scope.name], tenantId, ...unstored }))
    .filter((limit) => hasAmount(limit) && !limits.some((each) => isSameScope(each, limit)));
  return [...limits, ...defaults, ...railLimits(defaultLimits, tenantId)];
}

/** Limits of the bank. They have no day and no 30 days, so that nothing is counted for them. */
function railLimits({ rails = noRails }: DefaultLimits, tenantId: TenantId): readonly AppliedLimit[] {
  return [...rails].map(([rail, perTransferCents]) => ({
    ...unstored,
    tenantId,
    id: rail as string as LimitId,
    network: "mainnet",
    accountId: undefined,
    transferType: rail,
    isOfBank: true,
    operation: undefined,
    asset: undefined,
    destination: undefined,
    perTransferCents,
    dailyCents: undefined,
    thirtyDayCents: undefined,
  }));
}

const noRails: ReadonlyMap<BankRail, bigint> = new Map();

const unstored = { destinationAddressId: undefined, updatedAt: undefined } as const;

function hasAmount(amounts: LimitAmounts): boolean {
  return amounts.perTransferCents !== undefined || hasWindow(amounts);
}

/** What is not limited is not counted, so its usage would be too low once it is limited again. */
export async function forgetUnlimited(
  { defaultLimits }: { readonly defaultLimits: DefaultLimits },
  session: Session,
): Promise<void> {
  const uncounted = defaultScopes.filter(({ name }) => !hasWindow(defaultLimits[name]));
  await deleteUsageOf(session, { limitId: uncounted.map(({ id }) => id) });
}

export function isDefault({ updatedAt }: TransferLimit): boolean {
  return updatedAt === undefined;
}

function isSameScope(limit: LimitScope, scope: LimitScope): boolean {
  return (
    limit.network === scope.network &&
    limit.accountId === scope.accountId &&
    limit.transferType === scope.transferType &&
    limit.operation === scope.operation &&
    limit.asset === scope.asset &&
    limit.destination === scope.destination
  );
}
