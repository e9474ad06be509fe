import Type from "typebox";
import { type AuditDeps, type AuditEntry, recordAudit } from "../src/audit/index.ts";
import type { Session, Transaction } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { PaginationSchema, pageQuery } from "../src/http/paging.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type BatchScope,
  bodyOf,
  causeOf,
  principalOf,
  type Route,
} from "../src/http/route.ts";
import { IdSchema, named, strictObject } from "../src/http/schemas.ts";
import type { AccountId, Network } from "../src/kernel/id.ts";
import { cutPage, rowsToFetch } from "../src/kernel/page.ts";
import { type Refusal, RefusalError, refuse } from "../src/kernel/refusal.ts";

/**
 * A minimal complete module: notes that belong to an account. It exists so that the conventions can be tested through
 * the real server, independent of any real resource.
 */
export function noteRoutes(deps: AuditDeps & { readonly session: Session }): readonly Route[] {
  return [
    createNoteRoute(deps, "POST", "/accounts/{account_id}/notes", "createNote", false),
    createNoteRoute(deps, "POST", "/accounts/{account_id}/secret-notes", "createSecretNote", true),
    patchNotesRoute(deps),
    batchNoteRoute(deps),
    listNotesRoute(deps.session),
  ];
}

const createTable = statement(`
  CREATE TABLE IF NOT EXISTS notes (
    tenant_id text COLLATE "C" NOT NULL, network text NOT NULL, account_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL, text text NOT NULL, PRIMARY KEY (tenant_id, id))`);

export async function createNotesTable(session: Session): Promise<void> {
  await session.run(createTable);
}

const countAll = statement<{ count: bigint }>("SELECT count(*) AS count FROM notes WHERE text = $1");

export async function countNotes(session: Session, text: string): Promise<number> {
  const row = await session.first(countAll, [text]);
  return Number(row?.count ?? 0n);
}

const Note = named("Note", Type.Object({ id: IdSchema, text: Type.String() }));
const NewNote = strictObject({
  text: Type.String({ minLength: 1, maxLength: 200 }),
  kind: Type.Optional(Type.Enum(["plain", "refused"])),
});
const NoteQuery = strictObject({ ...pageQuery, text: Type.Optional(Type.String({ maxLength: 200 })) });
const NoteList = Type.Object({ notes: Type.Array(Note), pagination: PaginationSchema });

const insertNotes = statement(`
  INSERT INTO notes (tenant_id, network, account_id, id, text)
  SELECT $1, network, account_id, id, text
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS note (network, account_id, id, text)`);

const tag = { name: "Notes", description: "Notes of an account." };

const created = {
  201: { description: "The note.", schema: Note, headers: { location: "URL of the notes." } },
} as const;
const shape = {
  tag,
  summary: "Create a note",
  access: { scope: "accounts:write" },
  body: { schema: NewNote, example: { text: "hello" } },
  responses: created,
  refusals: ["unprocessable"],
} as const satisfies Partial<Route>;

function createNoteRoute(
  deps: AuditDeps,
  method: "POST",
  path: string,
  operationId: string,
  sealsResponse: boolean,
): Route {
  return {
    ...shape,
    method,
    path,
    operationId,
    work: {
      kind: "write",
      idempotencyKey: "required",
      sealsResponse,
      handle: (tx, request) => writeOne(deps, tx, request),
    },
  };
}

function patchNotesRoute(deps: AuditDeps): Route {
  return {
    ...shape,
    method: "PATCH",
    path: "/accounts/{account_id}/notes",
    operationId: "patchNotes",
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: (tx, request) => writeOne(deps, tx, request),
    },
  };
}

function batchNoteRoute(deps: AuditDeps): Route {
  return {
    ...shape,
    method: "POST",
    path: "/accounts/{account_id}/batched-notes",
    operationId: "createBatchedNote",
    work: { kind: "batch", handle: (tx, scope, requests) => writeMany(deps, tx, scope, requests) },
  };
}

async function writeOne(deps: AuditDeps, tx: Transaction, request: ApiRequest): Promise<ApiResponse> {
  const { tenantId, network, accountId } = principalOf(request);
  if (request.params["account_id"] !== accountId)
    throw new RefusalError(refuse("not_found", "the account does not exist"));
  const id = deps.newId<"note">();
  const { text, kind } = bodyOf(NewNote, request);
  await tx.run(insertNotes, [tenantId, [network], [accountId], [id], [text]]);
  await recordAudit(deps, tx, { tenantId, network }, [auditOf({ id, text, accountId, request })]);
  if (kind === "refused")
    throw new RefusalError(refuse("unprocessable", "this note is refused after it was written"));
  return { status: 201, body: { id, text }, headers: { location: `/accounts/${accountId}/notes` } };
}

interface NewRow {
  readonly id: string;
  readonly text: string;
  readonly accountId: AccountId;
  readonly network: Network;
  readonly request: ApiRequest;
}

function auditOf({ id, text, accountId, request }: Omit<NewRow, "network">): AuditEntry {
  const subject = { type: "note", id };
  return { cause: causeOf(request), action: "note.create", subject, accountId, after: { text } };
}

async function writeMany(
  deps: AuditDeps,
  tx: Transaction,
  { tenantId, network }: BatchScope,
  requests: readonly ApiRequest[],
): Promise<readonly (ApiResponse | Refusal)[]> {
  const outcomes = requests.map((request): { readonly note: NewRow } | Refusal => {
    const { text, kind } = bodyOf(NewNote, request);
    if (kind === "refused") return refuse("unprocessable", "this note is refused");
    const { accountId } = principalOf(request);
    return { note: { id: deps.newId<"note">(), text, accountId, network, request } };
  });
  const notes = outcomes.flatMap((outcome) => ("note" in outcome ? [outcome.note] : []));
  const column = (name: Exclude<keyof NewRow, "request">) => notes.map((note) => note[name]);
  await tx.run(insertNotes, [tenantId, column("network"), column("accountId"), column("id"), column("text")]);
  await recordAudit(deps, tx, { tenantId, network }, notes.map(auditOf));
  return outcomes.map((outcome) =>
    "note" in outcome ? { status: 201, body: { id: outcome.note.id, text: outcome.note.text } } : outcome,
  );
}

const selectOlder = statement<{ id: string; text: string }>(`
  SELECT id, text FROM notes
  WHERE tenant_id = $1 AND network = $2 AND ($3::text IS NULL OR text = $3) AND ($4::text IS NULL OR id < $4)
  ORDER BY id DESC LIMIT $5`);
const selectNewer = statement<{ id: string; text: string }>(`
  SELECT id, text FROM notes
  WHERE tenant_id = $1 AND network = $2 AND ($3::text IS NULL OR text = $3) AND ($4::text IS NULL OR id > $4)
  ORDER BY id LIMIT $5`);

function listNotesRoute(session: Session): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/notes",
    operationId: "listNotes",
    tag,
    summary: "List notes",
    access: { scope: "accounts:read" },
    query: NoteQuery,
    responses: { 200: { description: "Notes, newest first.", schema: NoteList } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { tenantId, network } = principalOf(request);
        const page = request.page();
        const { text } = request.query as { text?: string };
        const select = page.direction === "after" ? selectOlder : selectNewer;
        const values = [tenantId, network, text ?? null, page.position ?? null, rowsToFetch(page)];
        const rows = await session.rows(select, values);
        const { items, pagination } = cutPage(rows, page, ({ id }) => id);
        return { status: 200, body: { notes: items, pagination } };
      },
    },
  };
}
