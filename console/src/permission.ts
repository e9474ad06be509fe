/** A permission of the service: `reviews.decide`, or an API scope such as `transfers:write`. */
export type Permission = `${string}.${string}` | `${string}:${string}`;
