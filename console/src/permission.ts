/** What the service calls a right: `reviews.decide`, or a scope of the API such as `transfers:write`. */
export type Permission = `${string}.${string}` | `${string}:${string}`;
