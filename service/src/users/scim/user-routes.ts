import type { FastifyInstance } from "fastify";
import { parseId, type UserId } from "../../kernel/id.ts";
import { listResponse, readPage } from "./discovery.ts";
import { readFilter } from "./filter.ts";
import { requireObject } from "./json-object.ts";
import { patchUser } from "./patch-user.ts";
import { presentScimUser } from "./present.ts";
import { readUser } from "./read-user.ts";
import type { ScimContext } from "./scim-context.ts";
import type { ScimUser } from "./scim-user.ts";
import { lockScimWrites, selectScimUser, selectScimUsers } from "./store.ts";
import { createScimUser, removeScimUser, unknownUser, updateScimUser } from "./write-users.ts";

interface WithId {
  Params: { id: string };
}

const filterNames = {
  username: "userName",
  externalid: "externalId",
  "emails.value": "email",
  id: "id",
} as const;

/** `/Users` of SCIM. */
export function installUserRoutes(scope: FastifyInstance, { deps, base, causeOf }: ScimContext): void {
  const { database } = deps;
  const show = async (id: UserId): Promise<object> => {
    const user = await selectScimUser(database, id);
    if (user === undefined) throw unknownUser();
    return presentScimUser(base, user);
  };
  scope.get<{ Querystring: Record<string, unknown> }>("/Users", async ({ query }) => {
    const { startIndex, count } = readPage(query);
    const filter = readFilter(textOf(query["filter"]), filterNames);
    const slice = { offset: startIndex - 1, limit: count };
    const { items, total } = await selectScimUsers(database, filter, slice);
    const resources = items.map((user) => presentScimUser(base, user));
    return listResponse(resources, total, startIndex);
  });
  scope.get<WithId>("/Users/:id", ({ params }) => show(userIdOf(params.id)));
  scope.post("/Users", async (request, reply) => {
    const fields = readUser(requireObject(request.body));
    const cause = causeOf(request);
    const id = await database.transaction((tx) => createScimUser(deps, tx, { fields, cause }));
    return reply
      .code(201)
      .header("location", `${base}/Users/${id}`)
      .send(await show(id));
  });
  const change = async (id: UserId, cause: ReturnType<typeof causeOf>, edit: Edit): Promise<object> => {
    await database.transaction(async (tx) => {
      await lockScimWrites(tx);
      const user = await selectScimUser(tx, id);
      if (user === undefined) throw unknownUser();
      await updateScimUser(deps, tx, { userId: id, fields: edit(user), cause });
    });
    return show(id);
  };
  scope.put<WithId>("/Users/:id", (request) =>
    change(userIdOf(request.params.id), causeOf(request), () => readUser(requireObject(request.body))),
  );
  scope.patch<WithId>("/Users/:id", (request) =>
    change(userIdOf(request.params.id), causeOf(request), (user) => patchUser(user, request.body)),
  );
  scope.delete<WithId>("/Users/:id", async (request, reply) => {
    const userId = userIdOf(request.params.id);
    await database.transaction((tx) => removeScimUser(deps, tx, { userId, cause: causeOf(request) }));
    return reply.code(204).send();
  });
}

type Edit = (user: ScimUser) => ReturnType<typeof readUser>;

function userIdOf(text: string): UserId {
  const id = parseId<"user">(text);
  if (id === undefined) throw unknownUser();
  return id;
}

/** A repeated parameter counts as its first value. */
export function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}
