import { createHash } from "node:crypto";
import Type from "typebox";
import type { ApiRequest, ApiResponse, ResponseShape, Route, Tag } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { ReserveReportSchema, readReport } from "../reserve-reports/report.ts";
import { exampleReserves } from "../reserves/reserves-response.ts";
import { pagePolicy } from "./layout.ts";
import { reportPage } from "./report-page.ts";
import {
  createSnapshots,
  maxAgeMs,
  type Snapshots,
  type TransparencyDeps,
  TransparencySchema,
} from "./snapshot.ts";
import { tokenPage } from "./token-page.ts";

const tag: Tag = {
  name: "Transparency",
  description:
    "Public figures of fiat-backed tokens, without sign-in: supply, reserve, and signed monthly reports. The pages " +
    "need no scripts and can be printed.",
};

const jsonType = "application/json; charset=utf-8";
const pageType = "text/html; charset=utf-8";

/** The paths with a suffix come first: they are more specific. */
export function transparencyRoutes(deps: TransparencyDeps): readonly Route[] {
  const snapshots = createSnapshots(deps);
  return [
    figuresRoute(snapshots),
    signedReportRoute(snapshots),
    tokenPageRoute(snapshots),
    reportPageRoute(snapshots),
  ];
}

function figuresRoute(snapshots: Snapshots): Route {
  return publicRoute({
    path: "/transparency/{value_type}.json",
    operationId: "getTransparency",
    summary: "Get the public figures of a token",
    description:
      "Supply, reserve and the list of signed reports of a token whose issuer has opened its page. At most a minute old.",
    response: { description: "The figures.", schema: TransparencySchema, example: exampleTransparency },
    handle: async (request) => reply(request, jsonType, JSON.stringify(await findView(snapshots, request))),
  });
}

function tokenPageRoute(snapshots: Snapshots): Route {
  return publicRoute({
    path: "/transparency/{value_type}",
    operationId: "getTransparencyPage",
    summary: "Get the transparency page of a token",
    description: "The same figures as a page to be read and printed.",
    response: pageResponse,
    handle: async (request) => reply(request, pageType, tokenPage(await findView(snapshots, request))),
  });
}

function signedReportRoute(snapshots: Snapshots): Route {
  return publicRoute({
    path: "/transparency/{value_type}/reports/{month}.json",
    operationId: "getReserveReport",
    summary: "Get a signed reserve report",
    description:
      "The signed bytes of the report of a month such as `2026-10`. Save them unchanged and verify them offline with " +
      "`florin admin reserves verify`.",
    response: { description: "The report.", schema: ReserveReportSchema },
    handle: async (request) => reply(request, jsonType, (await findReport(snapshots, request)).document),
  });
}

function reportPageRoute(snapshots: Snapshots): Route {
  return publicRoute({
    path: "/transparency/{value_type}/reports/{month}",
    operationId: "getReserveReportPage",
    summary: "Get a reserve report as a page",
    description: "The report of a month to be read and printed on one page.",
    response: pageResponse,
    handle: async (request) => {
      const { document, digest } = await findReport(snapshots, request);
      const report = readReport(document);
      assert(report !== undefined, "a stored report is a report");
      return reply(request, pageType, reportPage(report, digest.toString("hex")));
    },
  });
}

const pageResponse: ResponseShape = {
  description: "The page.",
  mediaType: "text/html",
  schema: Type.String(),
  example: "<!doctype html>\n",
};

interface PublicRoute extends Pick<Route, "path" | "operationId" | "summary" | "description"> {
  readonly response: ResponseShape;
  handle(request: ApiRequest): Promise<ApiResponse>;
}

const cacheHeaders = {
  etag: "Changes with the content.",
  "cache-control": "How long the response can be cached.",
};

function publicRoute({ response, handle, ...rest }: PublicRoute): Route {
  return {
    ...rest,
    method: "GET",
    tag,
    access: "public",
    responses: {
      200: { ...response, headers: cacheHeaders },
      304: {
        description: "Not modified: the `If-None-Match` of the request is current.",
        headers: cacheHeaders,
      },
    },
    refusals: ["not_found"],
    work: { kind: "read", handle },
  };
}

async function findView(snapshots: Snapshots, { params }: ApiRequest) {
  return (
    (await snapshots.find(params["value_type"] ?? "")) ?? missing("there is no public page of this token")
  );
}

async function findReport(snapshots: Snapshots, { params }: ApiRequest) {
  const found = await snapshots.findReport(params["value_type"] ?? "", params["month"] ?? "");
  return found ?? missing("there is no public report of this token and month");
}

function missing(detail: string): never {
  throw new RefusalError(refuse("not_found", detail));
}

/** RFC 9110 §13.1.2. Other sites may read and embed the figures, but not frame the pages. */
function reply({ headers }: ApiRequest, contentType: string, body: string): ApiResponse {
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  const shared = {
    etag,
    "cache-control": `public, max-age=${maxAgeMs / 1_000}`,
    "cross-origin-resource-policy": "cross-origin",
    ...(contentType === pageType ? { "content-security-policy": pagePolicy } : {}),
  };
  const known = String(headers["if-none-match"] ?? "").split(/\s*,\s*/);
  if (known.includes(etag) || known.includes(`W/${etag}`)) return { status: 304, headers: shared };
  return { status: 200, body, headers: { ...shared, "content-type": contentType } };
}

const exampleTransparency = {
  value_type: "FUSD",
  name: "Florin Dollar",
  network: "mainnet",
  currency: "USD",
  reserves: exampleReserves,
  reports: [
    {
      month: "2026-10",
      number: 1,
      as_of: "2026-11-01T00:00:04.217Z",
      chain_supply: "1000.00",
      reserve_net: "960.00",
      unexplained_differences: 0,
      digest: "3f1d6c1c4e0f3a1f5d7e9b8a7c6d5e4f30211203f4e5d6c7b8a9988776655443",
    },
  ],
  public_keys: ["11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"],
};
