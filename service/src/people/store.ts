import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { PersonId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Person } from "./person.ts";
import type { OperatorRole } from "./roles/role.ts";

interface PersonRow {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
  readonly operator_role: OperatorRole | null;
  readonly created_at: Instant;
  readonly disabled_at: Instant | null;
}

const columns = `id, email, name, operator_role, created_at, disabled_at`;

const insertOne = statement(`
  INSERT INTO people (id, email, name, operator_role, password_hash, password_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz, $6::timestamptz)
  ON CONFLICT (lower(email)) DO NOTHING`);

/** False when somebody else has the e-mail. */
export async function insertPerson(
  session: Session,
  person: Omit<Person, "disabledAt"> & { readonly passwordHash: string },
): Promise<boolean> {
  const inserted = await session.run(insertOne, [
    person.id,
    person.email,
    person.name,
    person.operatorRole ?? null,
    person.passwordHash,
    formatInstant(person.createdAt),
  ]);
  return inserted === 1;
}

const findOne = statement(`SELECT ${columns} FROM people WHERE id = $1`);

export async function selectPerson(session: Session, id: PersonId): Promise<Person | undefined> {
  const row = await session.first<PersonRow>(findOne, [id]);
  return row === undefined ? undefined : toPerson(row);
}

const lockOne = statement(`SELECT ${columns} FROM people WHERE id = $1 FOR UPDATE`);

export async function lockPerson(tx: Transaction, id: PersonId): Promise<Person | undefined> {
  const row = await tx.first<PersonRow>(lockOne, [id]);
  return row === undefined ? undefined : toPerson(row);
}

// Index: people_by_email.
const findByEmail = statement(`SELECT ${columns}, password_hash FROM people WHERE lower(email) = lower($1)`);

/** Whoever has the e-mail, with what proves the password. */
export async function selectCredentials(
  session: Session,
  email: string,
): Promise<{ readonly person: Person; readonly passwordHash: string } | undefined> {
  const row = await session.first<PersonRow & { readonly password_hash: string }>(findByEmail, [email]);
  return row === undefined ? undefined : { person: toPerson(row), passwordHash: row.password_hash };
}

const findHash = statement(`SELECT password_hash FROM people WHERE id = $1`);

export async function selectPasswordHash(session: Session, id: PersonId): Promise<string | undefined> {
  return (await session.first<{ readonly password_hash: string }>(findHash, [id]))?.password_hash;
}

const updateHash = statement(`
  UPDATE people SET password_hash = $2, password_at = $3::timestamptz, updated_at = $3::timestamptz WHERE id = $1`);

export async function updatePassword(
  tx: Transaction,
  id: PersonId,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Instant },
): Promise<void> {
  await tx.run(updateHash, [id, passwordHash, formatInstant(now)]);
}

const updateRole = statement(`
  UPDATE people SET operator_role = $2, updated_at = $3::timestamptz WHERE id = $1`);

export async function updateOperatorRole(
  tx: Transaction,
  id: PersonId,
  { operatorRole, now }: { readonly operatorRole: OperatorRole | undefined; readonly now: Instant },
): Promise<void> {
  await tx.run(updateRole, [id, operatorRole ?? null, formatInstant(now)]);
}

const updateDisabledAt = statement(`
  UPDATE people SET disabled_at = $2::timestamptz, updated_at = $3::timestamptz WHERE id = $1`);

export async function updateDisabled(
  tx: Transaction,
  id: PersonId,
  { isDisabled, now }: { readonly isDisabled: boolean; readonly now: Instant },
): Promise<void> {
  await tx.run(updateDisabledAt, [id, isDisabled ? formatInstant(now) : null, formatInstant(now)]);
}

// Few enough to walk: those who run the service. Ordered, so that whoever locks them waits for one another in one order.
const lockAdmins = statement(`
  SELECT id FROM people WHERE operator_role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`);

/** Everybody who runs the service and may change who else does. Nobody else changes that until this transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<readonly PersonId[]> {
  return (await tx.rows<{ readonly id: PersonId }>(lockAdmins)).map(({ id }) => id);
}

const countAll = statement(`SELECT EXISTS (SELECT FROM people) AS found`);

export async function hasAnybody(session: Session): Promise<boolean> {
  return (await session.first<{ readonly found: boolean }>(countAll))?.found ?? false;
}

/** Somebody in a list of people. */
export interface ListedPerson extends Person {
  readonly hasSecondFactor: boolean;
  readonly tenants: number;
  readonly lastSeenAt: Instant | undefined;
}

const listed = `
  SELECT ${columns},
    totp_secret IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE person_id = people.id) AS has_second_factor,
    (SELECT count(*)::integer FROM members WHERE person_id = people.id) AS tenants,
    (SELECT max(seen_at) FROM console_sessions WHERE person_id = people.id) AS last_seen_at
  FROM people WHERE (NOT $3::boolean OR operator_role IS NOT NULL)`;

// By the primary key; the rest by passkeys_by_person, members_by_person and console_sessions_by_person.
const listedOlder = statement(`${listed} AND id < $1 ORDER BY id DESC LIMIT $2`);
const listedNewer = statement(`${listed} AND id > $1 ORDER BY id LIMIT $2`);

interface ListedRow extends PersonRow {
  readonly has_second_factor: boolean;
  readonly tenants: number;
  readonly last_seen_at: Instant | null;
}

export interface PeopleSlice {
  /** Next to which id the slice begins, and which way it goes. */
  readonly position: string;
  readonly isNewer: boolean;
  readonly limit: number;
  readonly operatorsOnly: boolean;
}

export async function selectPeople(session: Session, slice: PeopleSlice): Promise<readonly ListedPerson[]> {
  const { position, isNewer, limit, operatorsOnly } = slice;
  const text = isNewer ? listedNewer : listedOlder;
  const rows = await session.rows<ListedRow>(text, [position, limit, operatorsOnly]);
  return rows.map((row) => ({
    ...toPerson(row),
    hasSecondFactor: row.has_second_factor,
    tenants: row.tenants,
    lastSeenAt: row.last_seen_at ?? undefined,
  }));
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    operatorRole: row.operator_role ?? undefined,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  };
}
