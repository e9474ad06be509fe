/** A response as received over the network. */
export interface ObservedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
