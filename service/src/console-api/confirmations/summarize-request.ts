import { findApprovalOfOperators, openRequest } from "../../approvals/index.ts";
import type { ApiRequest } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { maskedLastFour } from "../../kernel/mask.ts";
import { usd } from "../../kernel/money.ts";
import type { ConfirmedFact } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { findNameOf } from "./name-of-id.ts";

/**
 * What a request does, for the user who confirms it: its body and its path, with the things that ids identify. It
 * knows no endpoint, so the request of a new one is summarized too. It is shown and hashed, never stored.
 */
export async function summarizeRequest(
  deps: ConsoleDeps,
  request: ApiRequest,
): Promise<readonly ConfirmedFact[]> {
  const facts: ConfirmedFact[] = [];
  for (const [name, value] of membersOf(request)) {
    const text = await textOf(deps, request, { name, value });
    if (text !== "") facts.push({ label: labelOf(name), value: text });
  }
  return [...facts, ...(await summarizeApproved(deps, request))];
}

/** An operator who approves a command confirms what it does. */
async function summarizeApproved(
  deps: ConsoleDeps,
  { params }: ApiRequest,
): Promise<readonly ConfirmedFact[]> {
  const id = params["tenant_id"] === undefined ? parseId<"approval">(params["approval_id"] ?? "") : undefined;
  const approval = id && (await findApprovalOfOperators(deps.database, id));
  if (approval === undefined) return [];
  const operation = { label: "Operation", value: approval.operation.replaceAll("_", " ") };
  return [operation, ...(await summarizeRequest(deps, openRequest(deps, approval)))];
}

interface Member {
  readonly name: string;
  readonly value: unknown;
}

/** The value and its ends first, and where it happens last. */
const order = ["amount", "source", "destination"];

function membersOf({ params, body }: ApiRequest): readonly (readonly [string, unknown])[] {
  const { tenant_id, network, ...path } = params;
  const inBody = Object.entries((body ?? {}) as object);
  const first = inBody.filter(([name]) => order.includes(name)).toSorted(byOrder);
  const rest = inBody.filter(([name]) => !order.includes(name));
  const inPath = Object.entries(path).filter(([, id]) => id !== tenant_id);
  const place = Object.entries({ tenant_id, network }).filter(([, text]) => text !== undefined);
  return [...first, ...rest, ...inPath, ...place];
}

function byOrder([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return order.indexOf(left) - order.indexOf(right);
}

async function textOf(deps: ConsoleDeps, request: ApiRequest, { name, value }: Member): Promise<string> {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) {
    const texts = await Promise.all(
      value.map((item: unknown) => textOf(deps, request, { name, value: item })),
    );
    return texts.join(", ");
  }
  if (typeof value === "object") {
    const members = Object.entries(value)
      .map(([inner, item]) => ({ name: inner, value: item as unknown }))
      .toSorted(byIdentity);
    const texts = await Promise.all(members.map((member) => textOf(deps, request, member)));
    return texts.join(name === "amount" ? " " : " · ");
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (name === "amount") return `${text} ${assetOf(request.body)}`;
  if (dollarMembers.has(name)) return `${text} ${usd.code}`;
  if (name === "account_number") return maskedLastFour(text);
  if (name !== "id" && !name.endsWith("_id")) return text;
  const found = await findNameOf(deps, request, { name, id: text });
  // The id of what is being created means nothing to the user.
  return found ?? (name === "id" ? "" : text);
}

/** Who gets the money comes first, then by which rail. */
function byIdentity(left: Member, right: Member): number {
  return Number(right.name.endsWith("_id")) - Number(left.name.endsWith("_id"));
}

/** Limits, fees and withdrawals are in dollars; a movement of tokens names its asset at one of its ends. */
const dollarMembers: ReadonlySet<string> = new Set([
  "per_transfer",
  "daily",
  "thirty_days",
  "flat",
  "minimum",
  "maximum",
]);

function assetOf(body: unknown): string {
  const { source, destination } = body as Readonly<
    Record<string, { readonly value_type?: string } | undefined>
  >;
  return source?.value_type ?? destination?.value_type ?? usd.code;
}

/** `operator_role` is shown as `Operator role`, and `user_id` as `User`. */
function labelOf(name: string): string {
  const words = name === "id" ? "match" : name.replace(/_id$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
