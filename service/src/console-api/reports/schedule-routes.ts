import Type from "typebox";
import { present } from "../../http/present.ts";
import { type ApiRequest, causeOf, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { platformTenant, type UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  cadences,
  createSchedule,
  listMailings,
  listSchedules,
  maxSchedules,
  type ReportMailing,
  type ReportSchedule,
  removeSchedule,
  reportFormats,
  reportNames,
  reports,
  type SchedulePlace,
} from "../../reports/index.ts";
import { findUserNames } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath, consoleRead, workspacePath } from "../console-route.ts";
import { networkOf } from "./network-of.ts";

/** Where schedules are: in a workspace, or in operations, for reports about all tenants. */
interface Place {
  readonly path: string;
  readonly audience: "workspace" | "platform";
  readonly permissions: { readonly read: string; readonly schedule: string };
  readonly operationId: (name: string) => string;
  readonly of: (request: ApiRequest) => SchedulePlace;
}

const places: readonly Place[] = [
  {
    path: `${workspacePath}/report-schedules`,
    audience: "workspace",
    permissions: { read: "reports.read", schedule: "reports.schedule" },
    operationId: (name) => name,
    of: (request) => {
      const { tenantId, network } = principalOf(request);
      return { tenantId, network };
    },
  },
  {
    path: `${consolePath}/reports/{network}/schedules`,
    audience: "platform",
    permissions: { read: "platform_reports.read", schedule: "platform_reports.schedule" },
    operationId: (name) => `${name}OfPlatform`,
    of: (request) => ({ tenantId: platformTenant, network: networkOf(request) }),
  },
];

/** Reports that users are notified of by email. */
export function reportScheduleRoutes(deps: ConsoleDeps): readonly Route[] {
  return places.flatMap((place) => [
    listRoute(deps, place),
    createRoute(deps, place),
    removeRoute(deps, place),
  ]);
}

const ParametersSchema = Type.Record(
  Type.String({ pattern: "^[a-z_]{1,32}$" }),
  Type.String({ maxLength: 200 }),
  {
    description: "Parameters of the report, besides the period.",
    maxProperties: 10,
  },
);

const fields = {
  report: Type.Enum([...reportNames]),
  format: Type.Enum([...reportFormats]),
  cadence: Type.Enum([...cadences], {
    description: "A report covers the last day, week or month that is over.",
  }),
  parameters: ParametersSchema,
};

const ScheduleSchema = named(
  "ConsoleReportSchedule",
  Type.Object({
    id: IdSchema,
    ...fields,
    time_zone: Type.String(),
    recipients: Type.Array(Type.Object({ id: IdSchema, name: Type.String() })),
    next_at: DateTimeSchema,
    mailings: Type.Array(
      Type.Object({
        first_day: Type.String(),
        last_day: Type.String(),
        mailed_at: DateTimeSchema,
        recipient_count: Type.Integer(),
        skipped_count: Type.Integer({ description: "Recipients whose role no longer allows the report." }),
      }),
      { description: "The latest periods, newest first." },
    ),
  }),
);

const mailingsShown = 12;

function listRoute({ database, config }: ConsoleDeps, { path, permissions, operationId, of }: Place): Route {
  return consoleRead(`GET ${path}`, {
    operationId: operationId("listReportSchedules"),
    summary: "List scheduled reports",
    access: { permission: permissions.read },
    response: {
      description: `At most ${maxSchedules} schedules, with the periods that were mailed.`,
      schema: named(
        "ConsoleReportSchedules",
        Type.Object({
          schedules: Type.Array(ScheduleSchema),
          sends_mail: Type.Boolean({ description: "Whether the service has a mail server." }),
        }),
      ),
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const schedules = await listSchedules(database, { ...of(request), limit: maxSchedules });
      const ids = schedules.map(({ id }) => id);
      const mailings = await listMailings(database, ids, mailingsShown);
      const presented = await presenterOf({ database }, schedules);
      return {
        schedules: schedules.map((schedule) => presented(schedule, mailings)),
        sends_mail: config.mail.server !== undefined,
      };
    },
  });
}

const NewScheduleSchema = strictObject({
  ...fields,
  time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, default: "UTC" })),
  recipient_ids: Type.Array(IdSchema, {
    minItems: 1,
    maxItems: 50,
    description: "Users whose role allows the report; checked again before each email.",
  }),
});

function createRoute(deps: ConsoleDeps, place: Place): Route {
  return consoleCommand(`POST ${place.path}`, {
    operationId: place.operationId("createReportSchedule"),
    summary: "Schedule a report by email",
    description: "Recipients get a link, which requires a sign-in. The email does not contain the report.",
    access: { permission: place.permissions.schedule },
    body: { schema: NewScheduleSchema },
    response: { status: 201, description: "The schedule.", schema: ScheduleSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request) => {
      const { report: name, time_zone: timeZone = "UTC", recipient_ids, ...given } = request.body;
      const report = reports.find((each) => each.name === name && each.audience === place.audience);
      if (report === undefined) throw notHere();
      const schedule = await createSchedule(deps, {
        ...place.of(request),
        ...given,
        report,
        timeZone,
        recipientIds: recipient_ids as unknown as readonly UserId[],
        createdBy: sessionUserOf(request).userId,
        cause: causeOf(request),
      });
      return (await presenterOf(deps, [schedule]))(schedule, []);
    },
  });
}

function notHere(): RefusalError {
  const errors = [{ pointer: "/report", detail: "is not available here" }];
  return new RefusalError(refuse("validation_failed", "report is not available here", { errors }));
}

function removeRoute(deps: ConsoleDeps, { path, permissions, operationId, of }: Place): Route {
  return consoleCommand(`DELETE ${path}/{schedule_id}`, {
    operationId: operationId("removeReportSchedule"),
    summary: "Remove a scheduled report",
    access: { permission: permissions.schedule },
    response: { status: 204, description: "The schedule was removed." },
    refusals: ["not_found"],
    handle: async (request) => {
      const id = request.params["schedule_id"] ?? "";
      await removeSchedule(deps, of(request), { id, cause: causeOf(request) });
      return undefined;
    },
  });
}

async function presenterOf(
  { database }: Pick<ConsoleDeps, "database">,
  schedules: readonly ReportSchedule[],
) {
  const userIds = [...new Set(schedules.flatMap(({ recipientIds }) => recipientIds))];
  const users = await findUserNames(database, userIds);
  return (schedule: ReportSchedule, mailings: readonly ReportMailing[]) =>
    present(ScheduleSchema, {
      ...schedule,
      recipients: schedule.recipientIds.map((id) => ({ id, name: users.get(id)?.name ?? "" })),
      mailings: mailings.filter(({ scheduleId }) => scheduleId === schedule.id),
    });
}
