import type { AddressBalance, operations } from "../generated/schema.ts";
import type { CallOptions } from "./options.ts";

type OperationId = keyof operations;

/** Fields of a JSON body or of a form. */
export type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content & PreferredType<keyof Content>]
  : never;

/** A form is sent as such; a file is sent as one part of a form. */
type PreferredType<Types> = "multipart/form-data" extends Types ? "multipart/form-data" : Types;

/** Parameters of a query. Those of pagination are in `page`. */
export type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Fields } }
  ? Pick<Fields, Exclude<keyof Fields, PageParameter>> &
      (PageParameter & keyof Fields extends never ? unknown : { readonly page?: PageQuery })
  : never;

type PageParameter = `page[${string}]`;

/** Part of a list. */
export interface PageQuery {
  /** Items per page: 1 to 100, 25 by default. */
  readonly size?: number;
  /** `pagination.next` of a page. */
  readonly after?: string;
  /** `pagination.prev` of a page. */
  readonly before?: string;
}

/** Content of a response that has no schema of its own. */
export type Result<Id extends OperationId, Status extends number> = operations[Id] extends {
  responses: { [Key in Status]: { content: infer Content } };
}
  ? Content[keyof Content]
  : never;

export type NoInput = Readonly<Record<string, never>>;

/** Await it for the first page, or iterate over the items of all pages: `for await (const item of pages)`. */
export type Pages<Page, Items extends keyof Page> = Promise<Page> & AsyncIterable<ItemOf<Page[Items]>>;

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Methods whose input decides on their result; the compiler takes these signatures first. */
export interface Narrowed {
  readonly addresses: {
    /** With both parameters, the balance of one token on one chain. */
    getBalance(
      input: {
        readonly account_id: string;
        readonly address_id: string;
        readonly transfer_type: string;
        readonly value_type: string;
      },
      options?: CallOptions,
    ): Promise<AddressBalance>;
  };
}
