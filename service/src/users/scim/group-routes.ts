import type { FastifyInstance } from "fastify";
import type { Cause } from "../../kernel/cause.ts";
import { parseId } from "../../kernel/id.ts";
import { listResponse, readPage } from "./discovery.ts";
import { readFilter } from "./filter.ts";
import { requireObject } from "./json-object.ts";
import { presentScimGroup } from "./present.ts";
import type { ScimContext } from "./scim-context.ts";
import { type ScimGroup, type ScimGroupId, selectGroup, selectGroups } from "./store.ts";
import { textOf } from "./user-routes.ts";
import {
  createGroup,
  lockGroup,
  patchGroup,
  readGroup,
  removeGroup,
  type ScimGroupFields,
  unknownGroup,
  updateGroup,
} from "./write-groups.ts";

interface WithId {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

const filterNames = {
  displayname: "displayName",
  externalid: "externalId",
  id: "id",
  members: "member",
  "members.value": "member",
} as const;

/** `/Groups` of SCIM. */
export function installGroupRoutes(scope: FastifyInstance, { deps, base, causeOf }: ScimContext): void {
  const { database } = deps;
  const show = async (id: ScimGroupId, query: Record<string, unknown> = {}): Promise<object> => {
    const group = await selectGroup(database, id);
    if (group === undefined) throw unknownGroup();
    return presentScimGroup(base, group, showsMembers(query));
  };
  scope.get<{ Querystring: Record<string, unknown> }>("/Groups", async ({ query }) => {
    const { startIndex, count } = readPage(query);
    const filter = readFilter(textOf(query["filter"]), filterNames);
    const slice = { offset: startIndex - 1, limit: count };
    const { items, total } = await selectGroups(database, filter, slice);
    const resources = items.map((group) => presentScimGroup(base, group, showsMembers(query)));
    return listResponse(resources, total, startIndex);
  });
  scope.get<WithId>("/Groups/:id", ({ params, query }) => show(groupIdOf(params.id), query));
  scope.post("/Groups", async (request, reply) => {
    const fields = readGroup(requireObject(request.body));
    const cause = causeOf(request);
    const id = await database.transaction((tx) => createGroup(deps, tx, { fields, cause }));
    return reply
      .code(201)
      .header("location", `${base}/Groups/${id}`)
      .send(await show(id));
  });
  const change = async (id: ScimGroupId, cause: Cause, edit: Edit): Promise<object> => {
    await database.transaction(async (tx) => {
      const group = await lockGroup(tx, id);
      await updateGroup(deps, tx, { group, fields: edit(group), cause });
    });
    return show(id);
  };
  scope.put<WithId>("/Groups/:id", (request) =>
    change(groupIdOf(request.params.id), causeOf(request), () => readGroup(requireObject(request.body))),
  );
  scope.patch<WithId>("/Groups/:id", (request) =>
    change(groupIdOf(request.params.id), causeOf(request), (group) => patchGroup(group, request.body)),
  );
  scope.delete<WithId>("/Groups/:id", async (request, reply) => {
    const id = groupIdOf(request.params.id);
    await database.transaction((tx) => removeGroup(deps, tx, { id, cause: causeOf(request) }));
    return reply.code(204).send();
  });
}

type Edit = (group: ScimGroup) => ScimGroupFields;

function showsMembers({ excludedAttributes }: Record<string, unknown>): boolean {
  return !(textOf(excludedAttributes) ?? "")
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes("members");
}

function groupIdOf(text: string): ScimGroupId {
  const id = parseId<"scim-group">(text);
  if (id === undefined) throw unknownGroup();
  return id;
}
