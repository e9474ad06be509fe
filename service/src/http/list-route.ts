import type { TSchema } from "typebox";
import type { Session } from "../db/database.ts";
import type { ListEnd, ListQuery, Totals } from "../db/list-definition.ts";
import type { SharedFilterName, SharedFilters } from "../db/shared-filters.ts";
import type { PageRequest } from "../kernel/page.ts";
import { memberOf, propertiesOf } from "./list-items.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type Endpoint,
  type ListFeatures,
  type ListPage,
  type ListRead,
  type Route,
  type RouteList,
  type RouteSpec,
  readRoute,
  type TypedRequest,
} from "./route.ts";

/** Where rows come from: a list of the database, or what reads pages as one does. */
export interface RowSource<Filters extends object, Row, Extra extends object = object> {
  readonly first?: ListEnd | undefined;
  readonly shared?: readonly SharedFilterName[];
  page(
    session: Session,
    query: ListQuery<Filters>,
    page: PageRequest,
    maxRead?: number,
  ): Promise<ListPage<Row> & Extra>;
  totals?(session: Session, query: ListQuery<Filters>, limit: number): Promise<Totals>;
}

interface ListOf<Call, Filters extends object, Row, Extra extends object> extends ListFeatures<Call> {
  readonly session: Session;
  readonly rows: RowSource<Filters, Row, Extra>;
  filters(request: Call): ListQuery<NoInfer<Filters>> | Promise<ListQuery<NoInfer<Filters>>>;
  /** Instead of that of the rows. */
  readonly maxRead?: number;
  present(rows: readonly Row[], request: Call): readonly unknown[] | Promise<readonly unknown[]>;
  /** The other members of the response. */
  around?(request: Call, page: ListPage<Row> & Extra): object | Promise<object>;
}

export interface ListSpec<Query extends TSchema, Filters extends object, Row, Extra extends object>
  extends RouteSpec<TSchema, Query> {
  readonly list: ListOf<TypedRequest<TSchema, Query>, Filters, Row, Extra>;
}

/** An endpoint that lists rows; the first array of its response has them. */
export function listRoute<Query extends TSchema, Filters extends object, Row, Extra extends object>(
  endpoint: Endpoint,
  { list, ...spec }: ListSpec<Query, Filters, Row, Extra>,
): Route {
  type Call = TypedRequest<TSchema, Query>;
  const {
    session,
    rows,
    filters,
    maxRead,
    present,
    around,
    isOrdered = list.name !== undefined,
    ...features
  } = list as ListOf<ApiRequest, Filters, Row, Extra>;
  const { schema } = spec.response;
  const [member] = memberOf(schema);
  const members = Object.keys(propertiesOf(schema));
  async function load(request: ApiRequest, { page, ...how }: ListRead): Promise<ListPage<Row> & Extra> {
    return rows.page(session, { ...(await filters(request)), ...how }, page, maxRead);
  }
  async function respond(request: ApiRequest, how: ListRead): Promise<ApiResponse> {
    const page = await load(request, how);
    const items = await present(page.items, request);
    const { pagination } = page;
    const others = { pagination, ...(await around?.(request, page)), [member]: items };
    const parts = others as Readonly<Record<string, unknown>>;
    return { status: 200, body: Object.fromEntries(members.map((name) => [name, parts[name]])) };
  }
  const handle = (request: Call): Promise<ApiResponse> => respond(request, { page: request.page() });
  const shown: RouteList = {
    first: isOrdered ? rows.first : undefined,
    shared: rows.shared,
    ...features,
    respond,
    present: async (request, how) => {
      const page = await load(request, how);
      return { ...page, items: await present(page.items, request) };
    },
    ...(rows.totals && {
      totals: async (request: ApiRequest, shared: SharedFilters, limit: number) =>
        (await rows.totals?.(session, { ...(await filters(request)), ...shared }, limit)) as Totals,
    }),
  };
  return { ...readRoute(endpoint, { ...spec, handle }), list: shown };
}
