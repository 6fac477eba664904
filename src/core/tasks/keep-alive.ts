interface Keeper { waitUntil?(work: Promise<unknown>): void }

/**
 * Tells the platform that work goes on after the reply, where it wants to know: Workers, edge and serverless functions freeze what
 * they were not told of, and some end it after a while all the same. `work` must not reject.
 */
export function keepAlive(event: { context: object }, work: Promise<unknown>): void {
  const host = event as Keeper & { req?: Keeper }
  if (typeof host.waitUntil === 'function') host.waitUntil(work)
  else if (typeof host.req?.waitUntil === 'function') host.req.waitUntil(work)
}
