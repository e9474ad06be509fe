import { type Network, networks, platformTenant, type TenantId } from "../../kernel/id.ts";
import { operatorRights, rightsIn, type Standing } from "../../people/index.ts";
import { type Place, places, type Thing } from "./thing.ts";

/** Where somebody who stands here so may look at a thing; undefined when nowhere, and then it is not found. */
export function findPath(standing: Standing, thing: Thing): string | undefined {
  for (const place of places[thing.kind]) {
    const path = pathIn(standing, thing, place);
    if (path !== undefined) return path;
  }
  return undefined;
}

function pathIn(standing: Standing, thing: Thing, place: Place): string | undefined {
  const rest = fillIn(place.path, { id: thing.id, ...thing.parts });
  if (rest === undefined) return undefined;
  if (place.area === "operations") {
    const { operatorRole } = standing;
    const isAllowed =
      operatorRole !== undefined && operatorRights[operatorRole].platform.has(place.permission);
    return isAllowed ? `/ops/${rest}` : undefined;
  }
  const { tenantId, network = networks[0] } = thing;
  // What is nobody's yet is in no workspace.
  if (tenantId === undefined || tenantId === platformTenant) return undefined;
  if (!isReadable(standing, { tenantId, network }, place)) return undefined;
  return `/w/${tenantId}/${network}/${rest}`.replace(/\/$/, "");
}

/** Undefined where a part of the path is not known. */
function fillIn(path: string, parts: Readonly<Record<string, string | undefined>>): string | undefined {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const part = parts[name];
    return part === undefined ? whole : encodeURIComponent(part);
  });
  return filled.includes("{") ? undefined : filled;
}

function isReadable(
  standing: Standing,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  { permission }: Place & { readonly area: "workspace" },
): boolean {
  return rightsIn(standing, tenantId, network)?.has(permission) ?? false;
}
