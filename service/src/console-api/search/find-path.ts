import { type Network, networks, platformTenant, type TenantId } from "../../kernel/id.ts";
import { type Membership, operatorRights, rightsIn } from "../../users/index.ts";
import { type Place, places, type Thing } from "./thing.ts";

/** The page where a user with this access can open an object; undefined if none, then it is not found. */
export function findPath(membership: Membership, thing: Thing): string | undefined {
  for (const place of places[thing.kind]) {
    const path = pathIn(membership, thing, place);
    if (path !== undefined) return path;
  }
  return undefined;
}

function pathIn(membership: Membership, thing: Thing, place: Place): string | undefined {
  const rest = fillIn(place.path, { id: thing.id, ...thing.parts });
  if (rest === undefined) return undefined;
  if (place.area === "operations") {
    const { operatorRole } = membership;
    const isAllowed =
      operatorRole !== undefined && operatorRights[operatorRole].platform.has(place.permission);
    return isAllowed ? `/ops/${rest}` : undefined;
  }
  const { tenantId, network = networks[0] } = thing;
  // An unmatched object belongs to no workspace.
  if (tenantId === undefined || tenantId === platformTenant) return undefined;
  if (!isReadable(membership, { tenantId, network }, place)) return undefined;
  return `/w/${tenantId}/${network}/${rest}`.replace(/\/$/, "");
}

/** Undefined if a part of the path is unknown. */
function fillIn(path: string, parts: Readonly<Record<string, string | undefined>>): string | undefined {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const part = parts[name];
    return part === undefined ? whole : encodeURIComponent(part);
  });
  return filled.includes("{") ? undefined : filled;
}

function isReadable(
  membership: Membership,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  { permission }: Place & { readonly area: "workspace" },
): boolean {
  return rightsIn(membership, tenantId, network)?.has(permission) ?? false;
}
