import Type from "typebox";
import type { Session } from "../db/database.ts";
import { listRoute } from "../http/list-route.ts";
import { pageQuery, pageResponse } from "../http/paging.ts";
import { present } from "../http/present.ts";
import { principalOf, type Route } from "../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import { readLogOperation } from "./logged-request.ts";
import { requestList } from "./store.ts";

const tag = {
  name: "Requests",
  description:
    "The log of your application's own requests; their redacted bodies are shown in the console only.",
};

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
const statusClasses = ["2xx", "3xx", "4xx", "5xx"];
const maxTextLength = 200;
const maxRequestIdLength = 128;

const RequestSchema = named(
  "LoggedRequest",
  Type.Object({
    id: IdSchema,
    request_id: Type.String({ description: "`X-Request-Id` of the response." }),
    at: DateTimeSchema,
    method: Type.String(),
    path: Type.String({
      description:
        "Path including ids. Query and bodies are stored redacted and sealed, and shown in the console only.",
    }),
    operation: Type.String({ description: "Operation id." }),
    status: Type.Integer(),
    error_code: nullableString({ description: "`code` of the error." }),
    duration_ms: Type.Integer(),
    account_id: IdSchema,
  }),
);

const example = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  request_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  at: "2026-11-15T20:51:12.000Z",
  method: "POST",
  path: "/accounts/01JD7Q2M8W3T5V6X9YZABCDEFJ/transfers",
  operation: "createTransfer",
  status: 422,
  error_code: "unprocessable",
  duration_ms: 12,
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ",
};

/** An application reads its own requests, and no others. */
export function requestLogRoutes({ database }: { readonly database: Session }): readonly Route[] {
  return [
    listRoute("GET /requests", {
      operationId: readLogOperation,
      tag,
      summary: "List your application's requests",
      description:
        "Newest first, about a second behind the responses. Any valid access token is accepted. If few requests match, " +
        "a page may be short or empty and still have a next one. Requests of this list are not logged.",
      access: { scope: undefined },
      query: strictObject({
        status: Type.Optional(Type.Enum(statusClasses, { type: "string" })),
        method: Type.Optional(Type.Enum(methods, { type: "string" })),
        path: Type.Optional(
          Type.String({ minLength: 1, maxLength: maxTextLength, description: "Text anywhere in the path." }),
        ),
        request_id: Type.Optional(Type.String({ minLength: 1, maxLength: maxRequestIdLength })),
        ...pageQuery,
      }),
      response: pageResponse({
        description: "A page of requests.",
        name: "LoggedRequestList",
        member: "requests",
        items: RequestSchema,
        example,
      }),
      list: {
        session: database,
        rows: requestList,
        filters: (request) => {
          const { caller, tenantId, network } = principalOf(request);
          assert(caller.type === "application", "the API is used by applications");
          const { status, method, path, request_id: requestId } = request.query;
          return {
            tenantId,
            network,
            applicationId: caller.id,
            statusClass: status === undefined ? undefined : Number(status[0]),
            method,
            pathText: path,
            requestId,
          };
        },
        present: (requests) => requests.map((request) => present(RequestSchema, request)),
      },
    }),
  ];
}
